// Task: the rotation curve, from blank pages. This is one of them: what the program does in a
// frame, before the stars move. The other is shaders/14_galaxy/tasks/curve.comp, the kernel.
//
// There are: lesson.curve_kernel, the compiled kernel; lesson.stars, how many; and four buffers:
// lesson.positions.id and lesson.velocities.id with a vec4 for each star, lesson.curve.id, which
// gets a vec2 for each ring, and lesson.room.id with ROOM = 65,536 words, for whatever you need
// between two dispatches: what a frame leaves there, the next one finds. The same kernel may be
// dispatched several times, in groups of GROUP = 256 or fewer. What the pull's passes have written
// is visible; and before the next frame or the picture reads, the step brings barriers of its own.
// Build and check by: ./wb check 14.curve
#include "steps.h"

#include "state.h"

// --- your lines from here ---
void step_task(void) {}
// --- to here ---
