// Task: the horizon, on two blank pages. This one is for what the program does in a frame. The
// other is for the kernel, shaders/05_reduction/tasks/horizon.comp.
//
// What there is: lesson.kernel, the compiled kernel; lesson.count, how many numbers; and three
// buffers. lesson.values.id has the numbers. lesson.highest.id gets the largest of all numbers
// before each of them. lesson.tops.id has room for one number for each HORIZON_GROUP = 256, for
// whatever you need between two dispatches. You may dispatch the same kernel several times.
// The next frame does all of it again. Picture and check bring the barriers for what they read.
// Build and check by: ./wb check 5.horizon
#include "steps.h"

#include "state.h"

// --- your lines from here ---
void step_task(void) {}
// --- to here ---
