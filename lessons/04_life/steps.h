/* The step functions: each issues the dispatches of one frame. */
#ifndef LIFE_STEPS_H
#define LIFE_STEPS_H

void step_ping_pong(void);
void step_in_place(void);
void step_blocked(void);
void step_waves(void);
void step_gas(void);

/* Yours: tasks/wide.c. */
void step_task(void);

/* Broken, each in its way. */
void step_one_buffer(void);
void step_late_swap(void);
void step_no_barrier(void);

#endif
