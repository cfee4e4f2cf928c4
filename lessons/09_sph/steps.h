/* The dispatches of one frame: a function for each way to put a step together. */
#ifndef SPH_STEPS_H
#define SPH_STEPS_H

void step_all_pairs(void);
void step_grid(void);
void step_packed(void);
void step_list(void);
void step_no_clear(void);
void step_one_pass(void);

#endif
