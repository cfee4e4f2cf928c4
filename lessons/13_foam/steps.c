// The dispatches of a frame: what each pass reads and writes, and which barrier follows; then the
// versions, which put the passes together.
#include "steps.h"
#include "state.h"

/* ---- What the passes share ---- */

static void bind(GLuint binding, const wb_buffer *buffer)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer->id);
}

static void bind_numbers(void)
{
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, lesson.water_block);
    glBindBufferBase(GL_UNIFORM_BUFFER, FOAM_NUMBERS, lesson.foam_block);
}

// The water as wb_water_find() has left it, in the order of its cells.
static void bind_water(void)
{
    bind_numbers();
    bind(WATER_BODIES, &lesson.water.bodies);
    bind(WATER_MOTIONS, &lesson.water.motions);
}

static void bind_lists(void)
{
    bind_water();
    bind(WATER_IDS, &lesson.water.grid.ids);
    bind(WATER_NOTES, &lesson.water.notes);
    bind(WATER_LASTS, &lesson.water.lasts);
}

static void bind_foam(void)
{
    bind(FOAM_POSITIONS, &lesson.foam_positions);
    bind(FOAM_VELOCITIES, &lesson.foam_velocities);
}

/* ---- The foam's passes ---- */

// [listing]
// The living, as a list in the order of the slots, and the groups it takes to move them: lesson
// 08's, with a scan.
static void list_living(void)
{
    wb_pass_begin("flag");
    glUseProgram(lesson.flag);
    bind_numbers();
    bind(FOAM_POSITIONS, &lesson.foam_positions);
    bind(FLAGS, &lesson.flags);
    glDispatchCompute(wb_groups_for(lesson.pool, GROUP), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the scan reads the flags
    wb_pass_end();

    wb_scan_exclusive(&lesson.pool_scan, lesson.flags.id, lesson.ranks.id, (uint32_t)lesson.pool);

    wb_pass_begin("list");
    glUseProgram(lesson.make_list);
    bind_numbers();
    bind(FLAGS, &lesson.flags);
    bind(RANKS, &lesson.ranks);
    bind(LIST, &lesson.list);
    bind(COMMANDS, &lesson.commands);
    glDispatchCompute(wb_groups_for(lesson.pool, GROUP), 1, 1);
    // The kernel that moves reads list and count, and before it starts, OpenGL reads its number of
    // groups.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();
}
// [/listing]

// All living particles move on for a frame, and the ring's head by the births of the last frame.
static void move_foam(void)
{
    if (traits()->is_listed) list_living();
    if (traits()->is_sorted)
        wb_grid_build(&lesson.grid, lesson.foam_positions.id, 0, (uint32_t)lesson.pool);
    wb_pass_begin("move foam");
    glUseProgram(lesson.move);
    bind_water();
    bind_foam();
    wb_grid_set_uniforms(&lesson.water.grid);
    bind(WATER_STARTS, &lesson.water.grid.starts);
    bind(HEADS, &lesson.heads);
    bind(HISTORY, &lesson.history);
    if (traits()->is_listed) bind(LIST, &lesson.list);
    if (traits()->is_sorted) bind(LIST, &lesson.grid.ids);
    if (traits()->is_listed) {
        glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.commands.id);
        glDispatchComputeIndirect(0);
    } else {
        glDispatchCompute(wb_groups_for(lesson.pool, foam_teams()), 1, 1);
    }
    // The head, and slots that newborn overwrite: `atomic` comes to them in the next pass. The
    // others have a pass and its barrier in between.
    if (traits()->is_atomic) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void find_births(void)
{
    wb_pass_begin("potential");
    glUseProgram(lesson.potential);
    bind_lists();
    bind(BIRTHS, &lesson.births);
    if (traits()->has_crests) {
        bind(NORMALS, &lesson.normals);
        bind(CRESTS, &lesson.crests);
    }
    glDispatchCompute(lesson.water.groups, 1, 1);
    // The scan, and the pass after it, read the births.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void put_newborn(void)
{
    wb_pass_begin("emit");
    glUseProgram(lesson.emit);
    bind_water();
    bind_foam();
    bind(WATER_IDS, &lesson.water.grid.ids);
    bind(BIRTHS, &lesson.births);
    bind(PLACES, &lesson.places);
    bind(HEADS, &lesson.heads);
    glDispatchCompute(wb_groups_for(traits()->is_spread ? lesson.pool : lesson.w.count, GROUP), 1,
                      1);
    // No barrier: before the next frame's moves read the newborn, the passes of its grid have
    // theirs. The picture sees to itself.
    wb_pass_end();
}

// Births in a fixed order: how many there are before each particle's own.
static void place_births(void)
{
    wb_scan_exclusive(&lesson.scan, lesson.births.id, lesson.places.id, (uint32_t)lesson.w.count);
    put_newborn();
}

// Both at once, in whatever order.
static void find_and_put(void)
{
    wb_pass_begin("births");
    glUseProgram(lesson.potential);
    bind_lists();
    bind_foam();
    bind(ATOMIC_HEADS, &lesson.heads);
    glDispatchCompute(lesson.water.groups, 1, 1);
    // No barrier, as after `emit`: the water's passes have theirs before the next frame's moves.
    wb_pass_end();
}

// The task's: which way is out of the water.
static void find_normals(void)
{
    wb_pass_begin("normals");
    glUseProgram(lesson.normal);
    bind_lists();
    bind(NORMALS, &lesson.normals);
    glDispatchCompute(lesson.water.groups, 1, 1);
    // The kernel that finds crests reads those of neighbours.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- A frame ---- */

static void begin_frame(void)
{
    wb_hand hand = wb_hand_now();
    update_numbers();
    wb_water_take_hand(lesson.hand, &hand, &lesson.w, lesson.water_block, lesson.positions.id,
                       lesson.velocities.id);
}

// [eddies]
static void find_curls(void)
{
    wb_pass_begin("curl");
    glUseProgram(lesson.curl);
    bind_lists();
    bind(CURLS, &lesson.curls);
    glDispatchCompute(lesson.water.groups, 1, 1);
    // The pass that pushes eddies on reads the curls of neighbours. If it is left out, the picture
    // alone reads them, behind the barriers of the passes that follow.
    if (lesson.confinement > 0.0f) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void push_eddies(void)
{
    wb_pass_begin("confine");
    glUseProgram(lesson.confine);
    bind_lists();
    bind(CURLS, &lesson.curls);
    glDispatchCompute(lesson.water.groups, 1, 1);
    // All that follows in this step reads the motions.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// The water in its cells, with its neighbours; and faster where its eddies are pushed on.
static void find_water(void)
{
    wb_water_find(&lesson.water, lesson.positions.id, lesson.velocities.id);
    if (lesson.confinement > 0.0f || lesson.view == VIEW_CURL) find_curls();
    if (lesson.confinement > 0.0f) push_eddies();
}
// [/eddies]

static void push_water(void)
{
    wb_water_push(&lesson.water, lesson.positions.id, lesson.velocities.id);
}

// The water's pass with our kernel, which writes the births as well. The frame's other steps need
// none, and have the water's own.
static void push_and_find_births(void)
{
    bind_numbers();
    bind(BIRTHS, &lesson.births);
    wb_water_push_by(lesson.potential, &lesson.water, lesson.positions.id, lesson.velocities.id);
}

// The other steps of the frame, in which nothing happens to the foam.
static void end_frame(void)
{
    for (int i = 1; i < lesson.steps; i++) {
        find_water();
        push_water();
    }
    lesson.frame++;
    lesson.time_s += lesson.steps * (double)lesson.w.time_step;
    wb_water_measure(&lesson.known, lesson.frame, lesson.water_block, lesson.positions.id,
                     lesson.velocities.id);
}

void step_atomic(void)
{
    begin_frame();
    find_water();
    move_foam();
    find_and_put();
    push_water();
    end_frame();
}

void step_scan(void)
{
    begin_frame();
    find_water();
    move_foam();
    find_births();
    place_births();
    push_water();
    end_frame();
}

void step_fused(void)
{
    begin_frame();
    find_water();
    move_foam();
    push_and_find_births();
    place_births(); // bodies and motions are still those before the push
    end_frame();
}

void step_crests(void)
{
    begin_frame();
    find_water();
    move_foam();
    find_normals();
    find_births();
    place_births();
    push_water();
    end_frame();
}

/* ---- The project ---- */

// A learner's kernel may do without cells.
static bool uses_cells(GLuint program)
{
    return glGetUniformLocation(program, "grid_size") >= 0 ||
           glGetUniformLocation(program, "grid_low") >= 0;
}

// Both kernels see all that there is: the water in its grid, the pool, and eight words.
static void run_project(const char *name, GLuint program, int count)
{
    wb_pass_begin(name);
    glUseProgram(program);
    bind_water();
    bind_foam();
    if (uses_cells(program)) wb_grid_set_uniforms(&lesson.water.grid);
    bind(WATER_STARTS, &lesson.water.grid.starts);
    bind(WATER_IDS, &lesson.water.grid.ids);
    bind(HEADS, &lesson.heads);
    glDispatchCompute(wb_groups_for(count, GROUP), 1, 1);
    // The next kernel, and the picture, read the foam and what the words say.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_project(void)
{
    begin_frame();
    find_water();
    run_project("move foam", lesson.move, lesson.pool);
    run_project("births", lesson.emit, lesson.w.count);
    push_water();
    end_frame();
}
