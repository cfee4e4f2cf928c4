/* The dispatches of a frame: a function for each way to put it together. */
#ifndef FOAM_STEPS_H
#define FOAM_STEPS_H

void step_atomic(void);
void step_scan(void);
void step_fused(void);
void step_crests(void);
void step_project(void);

#endif
