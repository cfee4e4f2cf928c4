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
void step_task(void) {}
// --- to here ---
