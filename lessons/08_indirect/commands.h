/* What the GPU decides about the next dispatch and the next draw, and how the CPU comes to the
 * same. */
#ifndef INDIRECT_COMMANDS_H
#define INDIRECT_COMMANDS_H

#include "gl/buffer.h"

#include <stddef.h>
#include <stdint.h>

/* As Commands in shaders/08_indirect/commands.glsl lies in a storage buffer. */
typedef struct commands {
    uint32_t groups[3];                     // for glDispatchComputeIndirect
    uint32_t listed;                        // particles that those groups are for
    uint32_t vertices, living, first, base; // for glDrawArraysIndirect
    uint32_t finished;                      // one_dispatch: groups that are done
    uint32_t spare[3]; // Mesa wants the length of a block to be a multiple of 16 bytes
} commands;

_Static_assert(offsetof(commands, vertices) == 16, "the draw command stands behind the other");
_Static_assert(sizeof(commands) == 48, "Commands in std430 is twelve uints");

/* For a buffer of one of them, shape {1, 12}. */
extern const wb_field commands_fields[];

/* As groups_for() in groups.glsl: groups of `group` invocations for `count` of them, in one row, or
 * in several of equal length if there are more than `limit`. */
void commands_split(uint32_t count, uint32_t group, uint32_t limit, uint32_t groups[3]);

/* What `one_dispatch` and `dense` find for a frame of that many, newborn included: one group
 * at least.
 */
void commands_announce(commands *c, uint32_t listed, uint32_t group, uint32_t limit);

#endif
