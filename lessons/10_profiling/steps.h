/* The step functions: each issues the dispatches of one frame. */
#ifndef STEPS_H
#define STEPS_H

void step_experiment(void); // one kernel three times, and how long each took
void step_advance(void);    // the exercise: the kernel that was given, and the learner's
void step_rounds(void);     // division and branches

#endif
