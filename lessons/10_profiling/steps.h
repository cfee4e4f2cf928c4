/* The step functions: each issues the dispatches of one frame. */
#ifndef PROFILING_STEPS_H
#define PROFILING_STEPS_H

void step_runs(void);      // one kernel several times, with more of this or that, and the clocks
void step_occupancy(void); // reads that wait for each other
void step_rounds(void);    // division and branches
void step_loops(void);     // the same rounds, in loops of several kinds
void step_packing(void);   // samples of 8 bits, in as many or in more
void step_paths(void);     // buffer, texture, image
void step_uploads(void);   // what the CPU sends, and a kernel that reads it
void step_frame(void);     // a frame with all that a frame has
void step_advance(void);   // the task: the kernel that was given, and the learner's

#endif
