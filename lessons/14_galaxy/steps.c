// The dispatches of a frame: what each pass reads and writes, and which barrier follows; then the
// versions, which put the passes together. Those of the mesh: steps_mesh.c; of the tree:
// steps_tree.c.
#include "steps.h"
#include "state.h"
#include "steps_mesh.h"
#include "steps_tree.h"

#include "14_galaxy/slots.h"
#include "hand/slots.h"

/* ---- One body at a time ---- */

static void begin_pull(const wb_buffer *sources)
{
    glUseProgram(lesson.pull);
    glUniform1ui(STARS, (GLuint)lesson.stars);
    glUniform1f(SOFTENING_SQUARED, (float)(softening() * softening()));
    bind_storage(POSITIONS, &lesson.positions);
    bind_storage(SOURCES, sources);
    bind_storage(PULLS, &lesson.pulls);
}

// Slice by slice: a loop over everything would be longer than some drivers let a kernel run.
static void pull_from(const char *pass, const wb_buffer *sources, uint32_t count)
{
    for (uint32_t first = 0; first < count; first += SLICE) {
        wb_pass_begin(pass);
        begin_pull(sources);
        glUniform1ui(FIRST, first);
        glUniform1ui(SLICE_COUNT, count - first < SLICE ? count - first : SLICE);
        glDispatchCompute(star_groups(PAIRS_GROUP), 1, 1);
        // The next slice goes on with the sums, or the stars move by them.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
    }
}

static void pull_from_four(void)
{
    wb_pass_begin("pairs");
    begin_pull(&lesson.positions);
    glUniform1ui(SLICE_LENGTH, FOUR_SLICE);
    glDispatchCompute(star_groups(4 * PAIRS_GROUP), (GLuint)slices(), 1);
    // The stars move by the sums of all slices.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void gather(void)
{
    clear(&lesson.sums);
    wb_pass_begin("gather");
    glUseProgram(lesson.gather);
    set_cloud();
    bind_storage(POSITIONS, &lesson.positions);
    bind_storage(SUMS, &lesson.sums);
    glDispatchCompute(star_groups(GROUP), 1, 1);
    // The next pass reads the sums.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("centres");
    glUseProgram(lesson.make_centres);
    glUniform1i(FIELD_GRID, lesson.grid);
    glUniform1f(UNIT, (float)cell_size());
    bind_storage(SUMS, &lesson.sums);
    bind_storage(CENTRES, &lesson.centres);
    bind_storage(FLAGS, &lesson.flags);
    glDispatchCompute(wb_groups_for(node_count(), GROUP), 1, 1);
    // Stars are pulled by the centres; or the scan reads the flags, and the list is made of both.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void list_occupied(void)
{
    wb_scan_exclusive(&lesson.scan, lesson.flags.id, lesson.places.id, node_count());
    wb_pass_begin("list");
    glUseProgram(lesson.make_list);
    glUniform1ui(CELLS, node_count());
    glUniform1ui(SLICE_SIZE, SLICE);
    glUniform1ui(STAR_GROUPS, star_groups(PAIRS_GROUP));
    bind_storage(CENTRES, &lesson.centres);
    bind_storage(FLAGS, &lesson.flags);
    bind_storage(PLACES, &lesson.places);
    bind_storage(LIST, &lesson.list);
    bind_storage(COMMANDS, &lesson.commands);
    glDispatchCompute(wb_groups_for(node_count(), GROUP), 1, 1);
    // The slices read the list and its length, and take their work groups from there.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();
}

static void pull_from_listed(void)
{
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.commands.id);
    for (uint32_t slice = 0; slice * SLICE < node_count(); slice++) {
        wb_pass_begin("occupied cells");
        begin_pull(&lesson.list);
        glUniform1ui(FIRST, slice * SLICE);
        glUniform1ui(SLICE_COUNT, SLICE);
        bind_storage(COMMANDS, &lesson.commands);
        glDispatchComputeIndirect((GLintptr)(slice * 16));
        // The next slice goes on with the sums, or the stars move by them.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
    }
}

/* ---- The step ---- */

// [hand]
// At the start of a frame: a heavy star where the hand in the picture is, if there is one.
static void take_hand(void)
{
    wb_hand hand = wb_hand_now();
    if (!hand.holds) return;
    wb_pass_begin("hand");
    glUseProgram(lesson.hand);
    wb_hand_set_uniforms(&hand);
    glUniform1ui(STARS, (GLuint)lesson.stars);
    glUniform1f(GM, (float)hand_gm());
    glUniform1f(TIME, (float)time_step());
    bind_storage(POSITIONS, &lesson.positions);
    bind_storage(VELOCITIES, &lesson.velocities);
    glDispatchCompute(star_groups(HAND_GROUP), 1, 1);
    // The pass that moves the stars reads the velocities.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}
// [/hand]

// [advance]
static void advance(void)
{
    double half = 0.5 * time_step();
    wb_pass_begin("advance");
    glUseProgram(lesson.advance);
    if (uses_mesh()) {
        set_mesh_pull();
    } else {
        glUniform1ui(STARS, (GLuint)lesson.stars);
        glUniform1ui(SLICES, (GLuint)slices());
        glUniform1f(GM, (float)star_gm());
        glUniform2f(HALO, (float)halo_speed(), (float)HALO_CORE);
        bind_storage(PULLS, &lesson.pulls);
    }
    glUniform1f(TIME, (float)time_step());
    glUniform1f(BEFORE, lesson.half_before);
    glUniform1f(AFTER, (float)half);
    if (traits()->hole) glUniform2f(HOLE_NUMBERS, (float)hole_gm(), (float)HOLE_CORE);
    bind_storage(POSITIONS, &lesson.positions);
    bind_storage(VELOCITIES, &lesson.velocities);
    bind_storage(NEXT_POSITIONS, &lesson.next_positions);
    bind_storage(NEXT_VELOCITIES, &lesson.next_velocities);
    bind_storage(ENERGIES, &lesson.energies);
    glDispatchCompute(star_groups(GROUP), 1, 1);
    // The next pass reads the energies, the next step and the picture the stars.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    wb_buffer_swap(&lesson.positions, &lesson.next_positions);
    wb_buffer_swap(&lesson.velocities, &lesson.next_velocities);
    lesson.half_before = (float)half;
}
// [/advance]

static void end_frame(void)
{
    wb_pass_begin("energy");
    glUseProgram(lesson.energy);
    glUniform1ui(COUNT, star_groups(GROUP));
    glUniform1ui(ENTRY, (GLuint)(lesson.frame % HISTORY));
    bind_storage(ENERGIES, &lesson.energies);
    bind_storage(HISTORY_ENTRIES, &lesson.history);
    glDispatchCompute(1, 1, 1);
    // The picture reads the history with glGetBufferSubData, and a check reads everything. The next
    // step has barriers of its own before it reads.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
    lesson.frame++;
    lesson.time_myr += (double)lesson.step_myr;
}

/* ---- The versions ---- */

void step_pairs(void)
{
    take_hand();
    pull_from("pairs", &lesson.positions, (uint32_t)lesson.stars);
    advance();
    end_frame();
}

void step_four(void)
{
    take_hand();
    pull_from_four();
    advance();
    end_frame();
}

void step_cells(void)
{
    take_hand();
    gather();
    pull_from("all cells", &lesson.centres, node_count());
    advance();
    end_frame();
}

void step_occupied(void)
{
    take_hand();
    gather();
    list_occupied();
    pull_from_listed();
    advance();
    end_frame();
}

void step_mesh(void)
{
    take_hand();
    solve_mesh();
    advance();
    end_frame();
}

void step_tree(void)
{
    take_hand();
    pull_from_tree();
    advance();
    end_frame();
}

// The task's dispatches stand in between: before them are the barriers of the pull, and behind
// them those of the step.
void step_curve(void)
{
    take_hand();
    solve_mesh();
    step_task();
    advance();
    end_frame();
}

/* ---- The project ---- */

static void begin_project(const char *pass, GLuint program)
{
    wb_pass_begin(pass);
    glUseProgram(program);
    glUniform1ui(PROJECT_STARS, (GLuint)lesson.stars);
    glUniform1i(PROJECT_GRID, lesson.grid);
    glUniform1f(PROJECT_CELLS_PER_KPC, (float)(1.0 / cell_size()));
    glUniform1f(PROJECT_GM, (float)star_gm());
    glUniform1f(PROJECT_SOFTENING, (float)softening());
    glUniform1f(PROJECT_TIME, (float)time_step());
    glUniform1ui(PROJECT_FRAME, (GLuint)lesson.frame);
    glUniform1i(PROJECT_SCENE, lesson.scene);
    glUniform2f(HALO, (float)halo_speed(), (float)HALO_CORE);
    glUniform1i(PROJECT_ARMS, lesson.arms);
    glUniform1ui(PROJECT_SEED, (GLuint)wb_seed());
}

void start_project(void)
{
    begin_project("start", lesson.place);
    bind_storage(POSITIONS, &lesson.positions);
    bind_storage(VELOCITIES, &lesson.velocities);
    glDispatchCompute(star_groups(GROUP), 1, 1);
    // The first step and the picture read them; the choice of the colours reads them, too, with
    // glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}

static void gather_as_they_like(void)
{
    clear(&lesson.sums);
    begin_project("gather", lesson.gather);
    bind_storage(POSITIONS, &lesson.positions);
    bind_storage(SUMS, &lesson.sums);
    glDispatchCompute(star_groups(GROUP), 1, 1);
    // The next pass reads the sums.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    begin_project("centres", lesson.make_centres);
    bind_storage(SUMS, &lesson.sums);
    bind_storage(CENTRES, &lesson.centres);
    glDispatchCompute(wb_groups_for(node_count(), GROUP), 1, 1);
    // Stars are pulled by the centres; and the next frame clears the sums.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void pull_as_they_like(void)
{
    for (uint32_t first = 0; first < node_count(); first += SLICE) {
        begin_project("pull", lesson.pull);
        glUniform1ui(PROJECT_FIRST, first);
        glUniform1ui(PROJECT_COUNT, node_count() - first < SLICE ? node_count() - first : SLICE);
        bind_storage(POSITIONS, &lesson.positions);
        bind_storage(SOURCES, &lesson.centres);
        bind_storage(PULLS, &lesson.pulls);
        glDispatchCompute(star_groups(GROUP), 1, 1);
        // The next slice goes on with the sums, or the stars move by them.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
    }
}

void step_project(void)
{
    take_hand();
    gather_as_they_like();
    pull_as_they_like();
    begin_project("move", lesson.advance);
    bind_storage(POSITIONS, &lesson.positions);
    bind_storage(VELOCITIES, &lesson.velocities);
    bind_storage(PULLS, &lesson.pulls);
    bind_storage(NEXT_POSITIONS, &lesson.next_positions);
    bind_storage(NEXT_VELOCITIES, &lesson.next_velocities);
    glDispatchCompute(star_groups(GROUP), 1, 1);
    // The next frame and the picture read the stars, and a check does so with glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
    wb_buffer_swap(&lesson.positions, &lesson.next_positions);
    wb_buffer_swap(&lesson.velocities, &lesson.next_velocities);
    lesson.frame++;
    lesson.time_myr += (double)lesson.step_myr;
}
