// The dispatches of a frame: one step function for each version, and for what breaks one.
#include "steps.h"
#include "state.h"

#include <stddef.h>

/* ---- The dispatches ---- */

void dispatch_for(uint32_t count)
{
    uint32_t groups[3];
    commands_split(count, (uint32_t)lesson.group, (uint32_t)lesson.limit, groups);
    glDispatchCompute(groups[0], groups[1], groups[2]);
}

static void set_birth_uniforms(void)
{
    const fountain_plan *plan = &lesson.plan;
    fountain_jets jets = fountain_aim(lesson.frame);
    glUniform1ui(FIRST, (GLuint)fountain_born_before(plan, lesson.frame));
    glUniform1ui(KEY, plan->key);
    glUniform2ui(LIVES, plan->shortest, plan->longest);
    glUniform4fv(JET_POSITION, JETS, &jets.position[0][0]);
    glUniform4fv(JET_VELOCITY, JETS, &jets.velocity[0][0]);
}

// Where the newborn lie in the pool, which is a ring.
static void set_ring_uniforms(void)
{
    uint32_t slots = lesson.plan.slots;
    glUniform1ui(PLAN_SLOTS, slots);
    glUniform1ui(HEAD, (GLuint)(fountain_born_before(&lesson.plan, lesson.frame) % slots));
}

// Births, and the commands for move(). One group at least: the commands are wanted in any case.
static void dispatch_emit(void)
{
    uint32_t count = births_in(lesson.frame);
    glUseProgram(lesson.emit);
    set_birth_uniforms();
    set_ring_uniforms();
    glUniform1ui(BIRTHS, count);
    if (traits()->levelled) glUniform1ui(MOST, (GLuint)lesson.most);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, lesson.pool.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIVING, lesson.living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COMMANDS, lesson.commands.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_COMMANDS, lesson.next_commands.id);
    dispatch_for(count > 0 ? count : 1);
}

// One step of all particles in the list, with as many groups as the GPU has written down.
static void dispatch_move(void)
{
    glUseProgram(lesson.move);
    glUniform4fv(PLAN_PHYSICS, 1, lesson.plan.physics);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_LIVING, lesson.next_living.id);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.next_commands.id);
    glDispatchComputeIndirect(offsetof(commands, groups));
}

// The survivors' way into the next list, by the same commands as the move before.
static void dispatch_compact(void)
{
    glUseProgram(lesson.compact);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIVING, lesson.living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_LIVING, lesson.next_living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_COMMANDS, lesson.next_commands.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FLAGS, lesson.flags.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLACES, lesson.places.id);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.next_commands.id);
    glDispatchComputeIndirect(offsetof(commands, groups));
}

// [hand]
static void take_hand(void)
{
    wb_hand hand = wb_hand_now();
    if (!hand.holds) return;
    wb_pass_begin("hand");
    glUseProgram(lesson.hand);
    wb_hand_set_uniforms(&hand);
    glUniform1ui(PLAN_SLOTS, lesson.plan.slots);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL,
                     traits()->dense ? lesson.particles.id : lesson.pool.id);
    dispatch_for(lesson.plan.slots);
    // The frame's kernels move particles by the velocities that this one has written.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}
// [/hand]

static void begin_frame(void)
{
    take_hand();
    lesson.plan.physics[0] = lesson.gravity / (float)STEPS_PER_SECOND;
}

// What was written in this frame is read in the next.
static void end_frame(void)
{
    wb_buffer_swap(&lesson.living, &lesson.next_living);
    wb_buffer_swap(&lesson.commands, &lesson.next_commands);
    lesson.frame++;
}

/* ---- The versions ---- */

// Births alone, into the pool, without list or commands.
static void emit_into_pool(void)
{
    uint32_t count = births_in(lesson.frame);
    if (count == 0) return;
    wb_pass_begin("emit");
    glUseProgram(lesson.emit);
    set_birth_uniforms();
    set_ring_uniforms();
    glUniform1ui(BIRTHS, count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, lesson.pool.id);
    dispatch_for(count);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next dispatch reads the newborn
    wb_pass_end();
}

void step_fixed(void)
{
    begin_frame();
    emit_into_pool();
    wb_pass_begin("move");
    glUseProgram(lesson.move);
    glUniform1ui(PLAN_SLOTS, lesson.plan.slots);
    glUniform4fv(PLAN_PHYSICS, 1, lesson.plan.physics);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, lesson.pool.id);
    dispatch_for(lesson.plan.slots);
    // The next frame, and the picture, read `pool`.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    lesson.frame++; // in one array: nothing takes turns
}

void step_append(void)
{
    begin_frame();
    wb_pass_begin("emit");
    dispatch_emit();
    // The next dispatch reads particles, list and commands as storage blocks, and before it starts,
    // OpenGL reads its number of groups.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("move");
    dispatch_move();
    // The next frame, and the picture, read particles, list and count.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    end_frame();
}

void step_scan(void)
{
    begin_frame();
    wb_pass_begin("emit");
    dispatch_emit();
    // As above: for what the next dispatch reads, and for what starts it.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("move");
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FLAGS, lesson.flags.id);
    dispatch_move();
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the scan reads the flags
    wb_pass_end();

    // The CPU does not know how many flags there are, but a bound: no more than were born within
    // the longest life. Flags beyond the list's end are old, and change no place before it.
    wb_scan_exclusive(&lesson.scan, lesson.flags.id, lesson.places.id,
                      fountain_most_listed(&lesson.plan, lesson.frame));

    wb_pass_begin("compact");
    dispatch_compact();
    // The next frame, and the picture, read list and count; the next scan overwrites `places`.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    end_frame();
}

void step_one_dispatch(void)
{
    begin_frame();
    wb_pass_begin("frame");
    glUseProgram(lesson.move);
    set_birth_uniforms();
    set_ring_uniforms();
    glUniform1ui(NEXT_BIRTHS, births_in(lesson.frame + 1));
    glUniform4fv(PLAN_PHYSICS, 1, lesson.plan.physics);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, lesson.pool.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIVING, lesson.living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_LIVING, lesson.next_living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COMMANDS, lesson.commands.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_COMMANDS, lesson.next_commands.id);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.commands.id); // from the last frame
    glDispatchComputeIndirect(offsetof(commands, groups));
    // The next frame reads all of it, and is started by the commands; so is the picture.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();
    end_frame();
}

void step_dense(void)
{
    begin_frame();
    wb_pass_begin("frame");
    glUseProgram(lesson.move);
    set_birth_uniforms();
    glUniform1ui(BIRTHS, births_in(lesson.frame));
    glUniform1ui(NEXT_BIRTHS, births_in(lesson.frame + 1));
    glUniform4fv(PLAN_PHYSICS, 1, lesson.plan.physics);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PARTICLES, lesson.particles.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_PARTICLES, lesson.next_particles.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COMMANDS, lesson.commands.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_COMMANDS, lesson.next_commands.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LATER_COMMANDS, lesson.later_commands.id);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.commands.id); // from the last frame
    glDispatchComputeIndirect(offsetof(commands, groups));
    // The next frame reads particles and counts, and is started by the commands; so is the picture.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();
    wb_buffer_swap(&lesson.particles, &lesson.next_particles);
    wb_buffer_swap(&lesson.commands, &lesson.next_commands);
    wb_buffer_swap(&lesson.next_commands, &lesson.later_commands); // three take turns
    lesson.frame++;
}

/* ---- The broken variants ---- */

void step_no_command_barrier(void)
{
    begin_frame();
    wb_pass_begin("emit");
    dispatch_emit();
    // BROKEN: orders what the kernel of the next dispatch reads, but not what starts it.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("move");
    dispatch_move();
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for the next frame and the picture
    wb_pass_end();
    end_frame();
}

/* ---- The task in C ---- */

void step_survey(void)
{
    begin_frame();
    emit_into_pool();
    step_task();
    lesson.frame++; // the list is made anew: nothing takes turns
}
