/* What the buffers should hold, found on the CPU from the pool as it was at the start (lesson.h).
 */
#ifndef INDIRECT_ORACLE_H
#define INDIRECT_ORACLE_H

#include "commands.h"
#include "fountain.h"

/* The run to be judged. */
typedef struct oracle_run {
    const fountain_plan *plan;
    int64_t frame; // the next to come
    int64_t steps; // frames since the start
    bool tap;
    uint32_t group, limit;
    bool one_dispatch; // the commands are for the next frame, not from the last
} oracle_run;

/* For wb_lesson.expect(): the buffers "pool" and "commands". */
bool oracle_expect(const oracle_run *run, const char *buffer, void *expected);

/* Compares the pool and, unless NULL, what the GPU has decided and the list of the living, whose
 * order counts if it is said to be `in_order` of birth. Exactly: fountain.h says why. False, with a
 * message. */
bool oracle_verify(const oracle_run *run, const wb_buffer *pool, const wb_buffer *decided,
                   const wb_buffer *living, bool in_order);

#endif
