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
enum { STARTS = 1, SORTED_POINTS = 3, FOUND = 4 }; // storage block bindings
enum { PARTICLES = 0, RADIUS_SQUARED = 1 };        // uniform locations

void step_task(void)
{
    static const GLuint zero = 0;
    wb_pass_begin("pairs");
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.found.id);
    glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
    glUseProgram(lesson.search);
    wb_grid_set_uniforms(&lesson.grid);
    glUniform1ui(PARTICLES, lesson.count);
    glUniform1f(RADIUS_SQUARED, lesson.search_radius * lesson.search_radius);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STARTS, lesson.grid.starts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORTED_POINTS, lesson.grid.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FOUND, lesson.found.id);
    glDispatchCompute(wb_groups_for(lesson.count, GROUP), 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // the next frame clears `found`
    wb_pass_end();
}
// --- to here ---

// --- as shipped ---
// void step_task(void) {}
