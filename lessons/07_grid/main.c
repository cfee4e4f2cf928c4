// Lesson 07: a uniform grid, to find what is near. Particles are sorted by cell on the GPU; a
// search then looks into 27 cells, not at all particles.
// Open steps.c first, and common/compute/grid.c for the build; then the kernels of the search.
#include "oracle.h"
#include "picture.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

/* ---- Parts ---- */

static const wb_part search = {
    .name = "search",
    .init = search_init,
    .draw = search_draw,
    .quit = lesson_quit,
    .expect = search_expect,
    .verify = search_verify,
    .check_frames = 3,
    .cases = {"particles=1", "particles=2 per_cell=2", "particles=127 dimensions=2",
              "particles=128 speed=1", "particles=129 per_cell=0.2", "particles=1021 per_cell=400",
              "particles=4099 dimensions=2", "particles=5003", "particles=2003 in_order=1"},
    .cost = search_cost,
    .bench_cases = {"particles=16384 picked=-1", "particles=1048576 picked=-1",
                    "particles=1048576 picked=-1 speed=0 in_order=1"},
    .status = picture_status,
};

// The sort by cell alone.
static const wb_part build = {
    .name = "build",
    .init = build_init,
    .draw = build_draw,
    .quit = lesson_quit,
    .expect = build_expect,
    .verify = build_verify,
    .check_frames = 3,
    .cases = {"particles=1", "particles=255", "particles=256 dimensions=2", "particles=513",
              "particles=5003 per_cell=2000", "particles=30011 per_cell=0.5",
              "particles=2003 in_order=1"},
    .cost = build_cost,
    .bench_cases = {"particles=1048576 speed=0", "particles=1048576 speed=0 in_order=1"},
    .status = picture_status,
};

static const wb_part nearest = {
    .name = "nearest",
    .init = nearest_init,
    .draw = search_draw,
    .quit = lesson_quit,
    .expect = search_expect,
    .verify = search_verify,
    .check_frames = 3,
    .cases = {"particles=1", "particles=129 dimensions=2", "particles=3001",
              "particles=2003 in_order=yes", "particles=700 lattice=8 speed=0",
              "particles=700 lattice=24 speed=0", // distances that differ in their last bit alone
              "particles=400 lattice=16 dimensions=2 speed=0 in_order=yes"},
    .cost = search_cost,
    .status = picture_status,
};

/* ---- Variants ---- */

static const wb_variant variants[] = {
    {.name = "brute",
     .shows = "every particle looks at every particle",
     .remark = "the work grows with the square of the number of particles",
     .kernel = "07_grid/brute.comp",
     .data = &(grid_traits){.is_brute = true},
     .step = step_brute},
    {.name = "hash",
     .shows = "27 cells, found through a hash table; the particles, through an index",
     .remark = "cells that are neighbours lie anywhere in the table, and in memory",
     .kernel = "07_grid/hash.comp",
     .data = &(grid_traits){.is_hashed = true},
     .step = step_search},
    {.name = "index",
     .shows = "27 cells of a flat grid; the particles are found through an index",
     .remark = "each candidate comes from somewhere else in memory",
     .kernel = "07_grid/index.comp",
     .step = step_search},
    {.name = "sorted",
     .shows = "the same cells, the particles copied in their order",
     .remark = "27 short loops, each with two reads to know where it begins and ends",
     .kernel = "07_grid/sorted.comp",
     .step = step_search},
    {.name = "rows",
     .shows = "three cells in a row are one run: nine loops instead of 27",
     .remark = "the candidates themselves: five in six are too far away",
     .kernel = "07_grid/rows.comp",
     .data = &(grid_traits){.in_rows = true},
     .step = step_search},
    {.name = "lists",
     .shows = "searches twice, to count and to write lists of neighbours",
     .remark = "the second search, and lists that are written all over memory",
     .kernel = "07_grid/rows.comp",
     .data = &(grid_traits){.in_rows = true, .writes_lists = true},
     .step = step_lists},
    {.name = "no_reset",
     .kind = WB_BROKEN,
     .shows = "does not clear the counters of the cells",
     .remark = "a first frame that is right, and then cells that start where they should not",
     .kernel = "07_grid/index.comp",
     .step = step_no_reset},
    {.name = "double_offset",
     .kind = WB_BROKEN,
     .shows = "adds the offset of the cell twice",
     .remark = "most particles find no neighbour; what the rest find may differ in every run",
     .kernel = "07_grid/index.comp",
     .data = &(grid_traits){.scatter = "07_grid/double_offset.comp"},
     .step = step_double_offset},
    {.name = "underflow",
     .kind = WB_BROKEN,
     .shows = "subtracts 1 from an unsigned 0 at the border",
     .remark = "particles in the first cells of a row that find no neighbour",
     .kernel = "07_grid/underflow.comp",
     .step = step_search},
    {.name = "small_cell",
     .kind = WB_BROKEN,
     .shows = "cells half as large as the radius",
     .remark = "neighbours beyond the 27 cells are missed",
     .kernel = "07_grid/index.comp",
     .data = &(grid_traits){.has_small_cells = true},
     .step = step_search},
    {.name = "ordered",
     .part = &build,
     .shows = "the grid's five passes: the same order in every run",
     .remark = "one more pass, which reads all over memory",
     .kernel = "grid/order.comp",
     .step = step_ordered},
    {.name = "unordered",
     .part = &build,
     .shows = "four passes: within a cell, particles in the order of arrival",
     .remark = "writes all over memory; another order within the cells in every run",
     .kernel = "07_grid/unordered.comp",
     .data = &(grid_traits){.is_unordered = true},
     .step = step_unordered},
    {.name = "nearest",
     .kind = WB_TASK,
     .part = &nearest,
     .shows = "your kernel: the four nearest neighbours",
     .kernel = "07_grid/tasks/nearest.comp",
     .step = step_search},
    {.name = "pairs",
     .kind = WB_TASK,
     .shows = "your kernel and your C code: each pair once",
     .kernel = "07_grid/tasks/pairs.comp",
     .cases = pairs_cases,
     .data = &(grid_traits){.in_rows = true, .watch = "07_grid/rows.comp"},
     .step = step_pairs},
    {0},
};

static const char *const no_yes[] = {"no", "yes", NULL};

// clang-format off
static const wb_param params[] = {
    {"particles", {&lesson.particles}, 1, 1 << 26, NULL, "how many there are, unless --load says so", .restarts = true},
    {"dimensions", {&lesson.dimensions}, 2, 3, NULL, "a plane, or space", .restarts = true},
    {"in_order", {&lesson.in_order}, 0, 1, NULL, "sorted by cell at the start, unless --load says so", .names = no_yes, .restarts = true},
    {"lattice", {&lesson.lattice}, 0, 1024, "points a metre", "that positions are rounded to at the start; 0: none", .restarts = true, .decades = true},
    {"per_cell", {.f = &lesson.per_cell}, 0.01, 1e6, "particles", "in a cell, on average: decides the radius", .restarts = true},
    {"radius", {.f = &lesson.radius}, 0, 1e9, "m", "of the search; 0: as per_cell says", .restarts = true, .decades = true},
    {"speed", {.f = &lesson.speed}, 0, 1, "m/s", "of the fastest, along each axis; the box is 1 m high", .decades = true},
    {"picked", {&lesson.picked}, -1, (1 << 26) - 1, NULL, "the particle whose search is shown; -1: none"},
    {"room", {&lesson.room}, 0, 10000, "neighbours a particle", "lists: space for that many, on average", &search, .restarts = true, .decades = true},
    {0},
};
// clang-format on

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "07_grid",
            .title = "Spatial grid",
            .part = &search,
            .variants = variants,
            .tasks = tasks,
            .first = "rows",
            .params = params,
            .frames = 60,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .orbit = &(wb_orbit){.target = {0.20f, -0.05f, 0.12f},
                                 .distance = 2.72f,
                                 .yaw = 30.0f,
                                 .pitch = 20.0f,
                                 .field_of_view = 36.0f},
            .pick = picture_pick,
        },
        argc, argv);
}
