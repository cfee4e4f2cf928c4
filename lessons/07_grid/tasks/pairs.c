// Task: each pair once, from blank pages. This is one of them: what the program does once the
// grid is built. The other is shaders/07_grid/tasks/pairs.comp, the kernel.
//
// There are: lesson.search, the compiled kernel; lesson.count, how many particles there are, and
// lesson.search_radius; lesson.grid.starts and lesson.grid.positions, as the build has left them,
// and lesson.found, which gets four uints for each particle; all three are buffers, with an .id.
// wb_grid_set_uniforms(&lesson.grid) sets what grid/grid.glsl wants, for the program in use. GROUP
// is the size of a work group. The build has its barriers, for kernels that read what it wrote.
// `found` is as the last frame has left it. Whatever else is read here, the next frame overwrites
// behind barriers of its own.
// Build and check by: ./wb check 7.pairs
#include "steps.h"

#include "state.h"

// --- your lines from here ---
void step_task(void) {}
// --- to here ---
