/* The step functions: each issues the dispatches of one frame. */
#ifndef REDUCTION_STEPS_H
#define REDUCTION_STEPS_H

void step_sum_atomic(void);
void step_sum(void); // a tree in each work group, level after level
void step_argmax(void);
void step_particles(void);
void step_rounding(void);
void step_scan_naive(void);
void step_scan_plain(void); // in three dispatches, by kernels of a few lines
void step_scan(void);       // by the building block
void step_scan_group(void);

/* Yours, in task.c; and what comes before it. */
void step_task(void);
void step_horizon(void);

/* Broken, each in its way. */
void step_lost_partials(void);
void step_no_memory_barrier(void);

#endif
