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
enum { CELLS = 0, NEXT = 1 }; // storage block bindings
enum { SIZE = 0 };            // uniform location

void step_task(void)
{
    GLuint across = ((GLuint)lesson.width + WIDE_X - 1) / WIDE_X; // rounded up
    GLuint down = ((GLuint)lesson.height + WIDE_Y - 1) / WIDE_Y;
    for (int i = 0; i < lesson.generations; i++) {
        wb_pass_begin("wide");
        glUseProgram(lesson.kernel);
        glUniform2i(SIZE, lesson.width, lesson.height);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, lesson.cells.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT, lesson.next.id);
        glDispatchCompute(across, down, 1);
        // The next generation, and the picture, read what this one wrote.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
        wb_buffer_swap(&lesson.cells, &lesson.next);
        lesson.generation++;
    }
}
// --- to here ---

// --- as shipped ---
// void step_task(void) {}
