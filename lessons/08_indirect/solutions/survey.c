// Task: a list from nothing, from blank pages. This is one of them: what the program does in a
// frame, once the newborn are in the pool. The other is shaders/08_indirect/tasks/survey.comp.
//
// No list is handed from frame to frame. Each time, your kernel looks through all slots of the
// pool, lists the living and writes the commands; then 08_indirect/move_listed.comp, which is
// there, moves those in the list, in as many work groups as the commands say. The CPU never reads a
// count.
//
// There are: lesson.survey, your kernel; lesson.move, the other one, which wants
// lesson.plan.physics as a uniform vec4 at location 7; lesson.pool, lesson.living and
// lesson.commands, which both kernels use at the bindings POOL, LIVING and COMMANDS;
// lesson.plan.slots, how many slots there are; and dispatch_for(). The commands are as the last
// frame has left them. struct commands is in commands.h; at the end of the frame `vertices` has to
// be 4, `first` and `base` 0. (move_listed.comp writes into `finished` how many groups have run, if
// any have.) What is left is read as storage blocks, by the next frame and the picture. The pass of
// births before this one has its barrier.
// Build and check by: ./wb check 8.survey
#include "steps.h"

#include "state.h"

// --- your lines from here ---
enum { SLOTS = 0, PHYSICS = 7 }; // uniform locations

void step_task(void)
{
    static const commands none = {.groups = {0, 1, 1}, .vertices = 4};
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.commands.id);
    glBufferSubData(GL_DISPATCH_INDIRECT_BUFFER, 0, sizeof none, &none);

    wb_pass_begin("survey");
    glUseProgram(lesson.survey);
    glUniform1ui(SLOTS, lesson.plan.slots);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, lesson.pool.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIVING, lesson.living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COMMANDS, lesson.commands.id);
    dispatch_for(lesson.plan.slots);
    // The next dispatch reads the list and the count, and OpenGL the groups.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("move");
    glUseProgram(lesson.move);
    glUniform4fv(PHYSICS, 1, lesson.plan.physics);
    glDispatchComputeIndirect(offsetof(commands, groups));
    // The next frame's kernels and the picture read the pool; glBufferSubData writes the commands.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}
// --- to here ---

// --- as shipped ---
// void step_task(void) {}
