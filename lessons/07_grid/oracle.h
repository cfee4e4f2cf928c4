/* What is right, on the CPU: every particle against every other, without any grid. */
#ifndef ORACLE_H
#define ORACLE_H

#include "compute/grid.h"

#include <stdint.h>

/* What the lesson does, as far as the result depends on it. */
typedef struct oracle_task {
    uint32_t count;
    const float *low, *high; // the box
    float time_step, radius;
    int k, room; // nearest neighbours; room in the lists, entries a particle
    const wb_grid *grid;
    bool is_build;  // the grid's buffers are the result
    bool any_order; // of a cell's particles: the one that came out will do
} oracle_task;

/* As wb_lesson.expect. Entries of "neighbours" behind the last list stay as they are. */
bool oracle_expect(const oracle_task *task, const char *buffer, int64_t steps, void *expected);

/* Compares all buffers for which there is an answer. Particles that are no numbers on both sides
 * are equal. What shaders wrote has been made visible to glGetBufferSubData. */
bool oracle_verify(const oracle_task *task);

#endif
