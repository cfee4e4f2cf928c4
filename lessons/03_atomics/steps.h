/* The step functions of all variants, part by part: each frame's dispatches, in plain OpenGL. */
#ifndef ATOMICS_STEPS_H
#define ATOMICS_STEPS_H

void step_histogram(void);
void step_histogram_walk(void);
void step_count_thread(void);
void step_count(void);
void step_count_spread(void);
void step_count_private(void);
void step_append(void);
void step_cells(void);
void step_cells_no_reset(void);
void step_sum_float(void);
void step_sum_fixed(void);
void step_operations(void);
void step_contention(void);

#endif
