// The build: particles move, and are sorted by cell. The sort itself is compute/grid.h; here is
// what the lesson does around it, or wrongly.
#include "parts.h"

#include <string.h>

// A hair more than the radius: rounding may put two points that are exactly a radius apart two
// cells from each other (see compute/grid.h).
static const float CELLS_PER_RADIUS = 1.001f;
// Uniform locations.
enum { PARTICLES = 0, LOW = 1, HIGH = 2, TIME_STEP = 3 };

/* ---- Start and end ---- */

float build_cell_size(void)
{
    return lesson.search_radius * CELLS_PER_RADIUS;
}

static bool create_grid(void)
{
    wb_grid_desc desc = {
        .cell_size = build_cell_size(), .most = lesson.count, .hashed = is_variant(HASH)};
    if (is_variant(SMALL_CELL))
        desc.cell_size *= 0.5f; // BROKEN: the radius reaches beyond 27 cells
    memcpy(desc.low, lesson.low, sizeof desc.low);
    memcpy(desc.high, lesson.high, sizeof desc.high);
    if (!wb_grid_create(&lesson.grid, &desc)) return false;
    lesson.grid.starts.state = only_builds();
    lesson.grid.ids.state = is_variant(ORDERED); // the proof that the order is always the same
    return true;
}

bool build_init(void)
{
    if (!create_grid()) return false;
    lesson.move = wb_program_compute("07_grid/move.comp", WB_DEFINES({"GROUP", GROUP}));
    if (!is_variant(UNORDERED) && !is_variant(DOUBLE_OFFSET)) return lesson.move != 0;
    lesson.scatter = wb_program_compute(is_variant(UNORDERED) ? "07_grid/unordered.comp"
                                                              : "07_grid/double_offset.comp",
                                        WB_DEFINES({"GROUP", GROUP}));
    return lesson.move != 0 && lesson.scatter != 0;
}

void build_quit(void)
{
    wb_grid_delete(&lesson.grid);
    glDeleteProgram(lesson.move);
    glDeleteProgram(lesson.scatter);
    lesson.move = lesson.scatter = 0;
}

/* ---- The particles move ---- */

float build_time_step(void)
{
    return lesson.speed / 60.0f;
}

void build_move(void)
{
    wb_pass_begin("move");
    glUseProgram(lesson.move);
    glUniform1ui(PARTICLES, lesson.count);
    glUniform3fv(LOW, 1, lesson.low);
    glUniform3fv(HIGH, 1, lesson.high);
    glUniform1f(TIME_STEP, build_time_step());
    bind_buffer(0, &lesson.positions);
    bind_buffer(1, &lesson.velocities);
    bind_buffer(2, &lesson.points);
    bind_buffer(3, &lesson.marks);
    bind_buffer(4, &lesson.watched);
    glDispatchCompute(groups_for(lesson.count), 1, 1);
    // Brute force reads the points at once, and the count does where nobody clears. Otherwise the
    // next pass is the grid's clear, which touches none of this and has a barrier of its own.
    if (is_variant(BRUTE) || is_variant(NO_RESET)) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The versions ---- */

void build_step_ordered(void)
{
    if (lesson.speed > 0.0f) build_move();
    wb_grid_build(&lesson.grid, lesson.points.id, lesson.velocities.id, lesson.count);
}

void build_step_unordered(void)
{
    if (lesson.speed > 0.0f) build_move();
    wb_grid_clear(&lesson.grid);
    wb_grid_count(&lesson.grid, lesson.points.id, lesson.count);
    wb_grid_scan(&lesson.grid);
    wb_pass_begin("unordered");
    glUseProgram(lesson.scatter);
    glUniform1ui(PARTICLES, lesson.count);
    bind_buffer(0, &lesson.grid.places);
    bind_buffer(1, &lesson.grid.starts);
    bind_buffer(2, &lesson.points);
    bind_buffer(3, &lesson.velocities);
    bind_buffer(4, &lesson.grid.ids);
    bind_buffer(5, &lesson.grid.positions);
    bind_buffer(6, &lesson.grid.velocities);
    glDispatchCompute(groups_for(lesson.count), 1, 1);
    // The picture reads the sorted copies; the next frame moves the points that were read here.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The broken variants: a search in a grid that was built wrongly ---- */

void build_step_no_reset(void)
{
    build_move();
    if (wb_frame() == 0) wb_grid_clear(&lesson.grid); // BROKEN: belongs to every frame
    wb_grid_count(&lesson.grid, lesson.points.id, lesson.count);
    wb_grid_scan(&lesson.grid);
    wb_grid_scatter(&lesson.grid, lesson.count);
    wb_grid_order(&lesson.grid, lesson.points.id, lesson.velocities.id, lesson.count);
    search_particles(0);
}

void build_step_double_offset(void)
{
    build_move();
    wb_grid_clear(&lesson.grid);
    wb_grid_count(&lesson.grid, lesson.points.id, lesson.count);
    wb_grid_scan(&lesson.grid);
    wb_pass_begin("double offset"); // BROKEN: see the kernel
    glUseProgram(lesson.scatter);
    glUniform1ui(PARTICLES, lesson.count);
    bind_buffer(0, &lesson.grid.places);
    bind_buffer(1, &lesson.grid.starts);
    bind_buffer(2, &lesson.grid.ids);
    glDispatchCompute(groups_for(lesson.count), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the search reads `ids`
    wb_pass_end();
    search_particles(0);
}
