/* The dispatches of one frame: a function for each version, or for several that differ in their
 * kernels only. */
#ifndef INDIRECT_STEPS_H
#define INDIRECT_STEPS_H

void step_fixed(void);
void step_append(void);
void step_scan(void);
void step_one_dispatch(void);
void step_dense(void);
void step_no_command_barrier(void);

#endif
