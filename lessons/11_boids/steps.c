// The dispatches of a frame: what each pass reads and writes, and which barrier follows; then the
// versions, which put the passes together.
#include "steps.h"
#include "state.h"

#include "11_boids/slots.h"

#include "hand/slots.h"

/* ---- The passes ---- */

// A learner's kernel may do without.
static bool uses_grid(void)
{
    if (!traits()->is_project) return traits()->cells > 0;
    return glGetUniformLocation(lesson.fly, "grid_size") >= 0 ||
           glGetUniformLocation(lesson.fly, "grid_low") >= 0;
}

// [hand]
// Before the boids look around: they flee from the hand in the picture, if there is one, and it
// does not lead them.
static void take_hand(void)
{
    wb_hand hand = hand_now();
    if (!hand.holds || lesson.lead) return;
    wb_pass_begin("hand");
    glUseProgram(lesson.hand);
    wb_hand_set_uniforms(&hand);
    glBindBufferBase(GL_UNIFORM_BUFFER, FLOCK, lesson.parameters);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    // The last frame's `measure` has read the velocities that this one overwrites. The picture of
    // that frame has a barrier of its own.
    bool is_behind_measure = lesson.frame > 0 && lesson.frame != lesson.drawn_frame;
    if (is_behind_measure) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    glDispatchCompute(wb_groups_for(lesson.f.count, HAND_GROUP), 1, 1);
    // The frame's passes read the velocities; those of the grid come first, with barriers of
    // theirs.
    if (!uses_grid()) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}
// [/hand]

// Lesson 07's five: clear, count, scan, scatter, order.
static void build_grid(void)
{
    wb_grid_build(&lesson.grid, lesson.positions.id, lesson.velocities.id, lesson.f.count);
}

// Where boids fly: the neighbours are read from `positions` and `velocities`, and the new state
// goes to the other two.
static void fly(const wb_buffer *positions, const wb_buffer *velocities,
                const wb_buffer *next_positions, const wb_buffer *next_velocities)
{
    wb_pass_begin("flock");
    glUseProgram(lesson.fly);
    if (uses_grid()) wb_grid_set_uniforms(&lesson.grid);
    glBindBufferBase(GL_UNIFORM_BUFFER, FLOCK, lesson.parameters);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POSITIONS, positions->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, velocities->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_POSITIONS, next_positions->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_VELOCITIES, next_velocities->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, STARTS, lesson.grid.starts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IDS, lesson.grid.ids.id);
    if (traits()->is_project) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORTED_POSITIONS, lesson.grid.positions.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SORTED_VELOCITIES, lesson.grid.velocities.id);
    }
    glDispatchCompute(wb_groups_for(lesson.f.count, GROUP), 1, 1);
    // The pass that measures, the next frame and the picture read the new state.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// At the end of a frame: the sum of all headings, for the plot.
static void measure(void)
{
    wb_pass_begin("measure");
    glUseProgram(lesson.measure);
    glUniform1ui(ROW, (GLuint)(lesson.frame % HISTORY_FRAMES));
    glBindBufferBase(GL_UNIFORM_BUFFER, FLOCK, lesson.parameters);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, HISTORY, lesson.history.id);
    glDispatchCompute(PARTS, 1, 1);
    // Status, check and picture read state and history with glGetBufferSubData.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
    lesson.frame++;
    lesson.time_s += (double)lesson.f.time_step;
}

/* ---- The versions ---- */

static void begin_frame(void)
{
    update_flock();
    take_hand();
}

static void swap_state(void)
{
    wb_buffer_swap(&lesson.positions, &lesson.next_positions);
    wb_buffer_swap(&lesson.velocities, &lesson.next_velocities);
}

void step_pairs(void)
{
    begin_frame();
    fly(&lesson.positions, &lesson.velocities, &lesson.next_positions, &lesson.next_velocities);
    swap_state();
    measure();
}

void step_index(void)
{
    begin_frame();
    build_grid();
    fly(&lesson.positions, &lesson.velocities, &lesson.next_positions, &lesson.next_velocities);
    swap_state();
    measure();
}

// The grid's copies are what is read, so the state itself is free to be written.
void step_sorted(void)
{
    begin_frame();
    build_grid();
    fly(&lesson.grid.positions, &lesson.grid.velocities, &lesson.positions, &lesson.velocities);
    measure();
}

/* ---- The broken variants ---- */

void step_in_place(void)
{
    begin_frame();
    build_grid();
    fly(&lesson.positions, &lesson.velocities, &lesson.positions, &lesson.velocities); // BROKEN
    measure();
}
