// Task: the horizon, from blank pages. This is one of them: what the program does in a frame.
// The other is shaders/05_reduction/tasks/horizon.comp, the kernel.
//
// There are: lesson.kernel, the compiled kernel; lesson.count, how many numbers; and three buffers:
// lesson.values.id with the numbers, lesson.highest.id, which gets for each of them the largest of
// all before it, and lesson.tops.id, with room for one number for each HORIZON_GROUP = 256, for
// whatever you need between two dispatches. The same kernel may be dispatched several times.
// The next frame does all of it again; picture and check bring the barriers for what they read.
// Build and check by: ./wb check 5.horizon
#include "steps.h"

#include "state.h"

// --- your lines from here ---
void step_task(void) {}
// --- to here ---
