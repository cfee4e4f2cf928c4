/* The dispatches of one frame: a function for each version, or for several that differ in their
 * kernels only. */
#ifndef INDIRECT_STEPS_H
#define INDIRECT_STEPS_H

#include <stdint.h>

void step_fixed(void);
void step_append(void);
void step_scan(void);
void step_one_dispatch(void);
void step_dense(void);
void step_no_command_barrier(void);

/* For the task in C: births, then yours, task.c; and what helps there. */
void step_survey(void);
void step_task(void);

/* glDispatchCompute with work groups for that many invocations: in rows, if they are more than
 * `limit`. */
void dispatch_for(uint32_t count);

#endif
