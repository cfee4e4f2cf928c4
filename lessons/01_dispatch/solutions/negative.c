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
enum { COUNT = 0 }; // uniform location

void step_task(void)
{
    GLuint pixels = (GLuint)(lesson.grey.columns * lesson.grey.rows);
    GLuint local = (GLuint)lesson.local, most = (GLuint)lesson.limits.groups[0];
    GLuint groups = (pixels + local - 1) / local; // rounded up
    GLuint across = groups < most ? groups : most, down = (groups + across - 1) / across;

    wb_pass_begin("negative");
    glUseProgram(lesson.kernel);
    glUniform1ui(COUNT, pixels);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.grey.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GREY, lesson.grey.grey.id);
    glDispatchCompute(across, down, 1);
    // The picture's shader reads the negative, and the next frame writes it again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}
// --- to here ---

// --- as shipped ---
// void step_task(void) {}
