/* What is right: every element computed on the CPU; and what limits a kernel, out of four times.
 */
#ifndef PROFILING_ORACLE_H
#define PROFILING_ORACLE_H

#include "state.h"

/* wb_part's expect(). */
wb_answer experiment_expect(const char *buffer, int64_t steps, void *expected);
wb_answer occupancy_expect(const char *buffer, int64_t steps, void *expected);
wb_answer rounds_expect(const char *buffer, int64_t steps, void *expected);
wb_answer packing_expect(const char *buffer, int64_t steps, void *expected);
wb_answer paths_expect(const char *buffer, int64_t steps, void *expected);
wb_answer uploads_expect(const char *buffer, int64_t steps, void *expected);
wb_answer frame_expect(const char *buffer, int64_t steps, void *expected);
wb_answer advance_expect(const char *buffer, int64_t steps, void *expected);

/* wb_part's inputs(): what a run has to do, and what number there was. */
void experiment_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size);
void small_print_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size);

/* The task's verify(). How much work it is, the kernel machine counts; where there is none, the
 * result has to be right in half of the time. */
wb_result advance_verify(void);

typedef enum limit {
    NOT_MEASURED,
    LAUNCH,
    LATENCY,
    MEMORY,
    ARITHMETIC_LIMIT,
    SOMETHING_ELSE
} limit;

/* The verdict, by the clock that this driver can be trusted with. A knob costs if the run takes a
 * quarter more time. If four times the invocations take less than twice the time, the machine was
 * not full: it is latency, if a knob costs, or else the launch. Otherwise it is the knob that costs
 * more. The limits lie in the middle of what is measured (a free knob: up to 1.15 times the time;
 * one that costs: 1.6 times or more; invocations: 1 or 4 times), so that chance does not decide. */
limit find_limit(void);
const char *verdict(void);           // in words
const char *limit_name(limit which); // in one

/* The clock for that: GPU, or FINISH where the driver works on the CPU. */
int trusted_clock(void);

#endif
