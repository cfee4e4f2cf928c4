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
enum { VALUES = 0, TOPS = 1, HIGHEST = 2 }; // storage block bindings
enum { COUNT = 0, SECOND = 1 };             // uniform locations

void step_task(void)
{
    GLuint count = (GLuint)lesson.count, groups = (count + HORIZON_GROUP - 1) / HORIZON_GROUP;
    for (GLuint second = 0; second < 2; second++) {
        wb_pass_begin(second ? "highest" : "tops");
        glUseProgram(lesson.kernel);
        glUniform1ui(COUNT, count);
        glUniform1ui(SECOND, second);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VALUES, lesson.values.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TOPS, lesson.tops.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, HIGHEST, lesson.highest.id);
        glDispatchCompute(groups, 1, 1);
        // The second dispatch reads the tops; the next frame's first one overwrites them.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
    }
}
// --- to here ---

// --- as shipped ---
// void step_task(void) {}
