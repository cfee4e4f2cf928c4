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
    bool one_dispatch; // the commands are for the next frame, not from the last,
    bool dense;        // and here without knowing who has died in the last; there is no pool
} oracle_run;

/* For wb_lesson.expect(): the buffers "pool" and "commands". */
bool oracle_expect(const oracle_run *run, const char *buffer, void *expected);

/* What a version has; NULL for what it does not have. */
typedef struct oracle_buffers {
    const wb_buffer *pool, *commands;
    const wb_buffer *particles; // dense: as many as live, in any order
    const wb_buffer *living;    // slots,
    bool in_order;              // of birth, or else in any order
} oracle_buffers;

/* Compares all of them, exactly: fountain.h says why. What lies in any order is sorted for that.
 * False, with a message. */
bool oracle_verify(const oracle_run *run, const oracle_buffers *buffers);

#endif
