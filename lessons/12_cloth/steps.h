/* The steps of lesson 12, each a frame of FRAME_S. */
#ifndef CLOTH_STEPS_H
#define CLOTH_STEPS_H

void step_jacobi(void);
void step_list(void);
void step_implicit(void);
void step_tile(void);
void step_bend(void);              // the task
void bend(int direction, int odd); // its kernel, once
void step_whole(void);             // the other one
void step_project(void);

void step_two_sets(void);
void step_springs(void);

#endif
