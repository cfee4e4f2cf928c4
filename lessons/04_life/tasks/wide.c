// Task: cells that see further, from blank pages. This is one of them: what the program does in
// a frame. The other is shaders/04_life/tasks/wide.comp, the kernel.
//
// There are: lesson.kernel, the compiled kernel; lesson.width and lesson.height, the grid; two
// buffers with its cells, lesson.cells and lesson.next, whose numbers in OpenGL are
// lesson.cells.id and lesson.next.id; and lesson.generations, how many generations a frame is to
// compute. Picture and check look at lesson.cells, the picture as a storage block of its shader:
// there the last generation has to be in the end. wb_buffer_swap(&a, &b) lets two buffers change
// places; lesson.generation counts. A work group has WIDE_X x WIDE_Y = 32 x 8 invocations.
// Build and check by: ./wb check 4.wide
#include "steps.h"

#include "state.h"

// --- your lines from here ---
void step_task(void) {}
// --- to here ---
