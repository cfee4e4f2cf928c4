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
enum { STAR_PLACES = 0, STAR_SPEEDS = 1, TOTALS = 2, CURVE = 3 }; // storage block bindings
enum { STAR_COUNT = 0, TURN = 1 };                                // uniform locations

void step_task(void)
{
    static const char *const passes[] = {"empty rings", "fill rings", "curve"};
    const GLuint groups[] = {1, wb_groups_for(lesson.stars, GROUP), 1};
    for (GLuint turn = 0; turn < 3; turn++) {
        wb_pass_begin(passes[turn]);
        glUseProgram(lesson.curve_kernel);
        glUniform1ui(STAR_COUNT, (GLuint)lesson.stars);
        glUniform1ui(TURN, turn);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STAR_PLACES, lesson.positions.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STAR_SPEEDS, lesson.velocities.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TOTALS, lesson.room.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CURVE, lesson.curve.id);
        glDispatchCompute(groups[turn], 1, 1);
        // The next dispatch goes on with the sums; the step brings the last barrier.
        if (turn < 2) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
    }
}
// --- to here ---

// --- as shipped ---
// void step_task(void) {}
