// Task 1.8: the negative of a picture, from blank pages. This is one of them: what the program does
// in a frame. The other is shaders/01_dispatch/tasks/negative.comp, the kernel.
//
// There are: lesson.kernel, the compiled kernel; two buffers, lesson.grey.image.id, which holds the
// picture, and lesson.grey.grey.id, which gets the negative, each of lesson.grey.columns x
// lesson.grey.rows pixels, one behind the other; lesson.local, the invocations of a work group; and
// lesson.limits.groups[0] and [1], how many groups this device takes at most in x and y.
// What writes here is read by the picture's shader, as a storage block, and written again by the
// next frame. The buffers can be given to the kernel by glBindBufferBase, numbers by glUniform1ui.
// Build and check by: ./wb check 1.negative
#include "steps.h"

#include "state.h"

// --- your lines from here ---
void step_task(void) {}
// --- to here ---
