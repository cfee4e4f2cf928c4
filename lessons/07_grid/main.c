// Lesson 07: a uniform grid, to find what is near.
// Particles are sorted by cell on the GPU (build.c); a search then looks into 27 cells, not at
// everybody (search.c).
#include "parts.h"
#include "oracle.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FOR_BRUTE = 131072 }; // 17,000,000,000 comparisons a frame

grid_lesson lesson = {
    .particles = 6000, .dimensions = 3, .per_cell = 8.0f, .speed = 0.05f, .room = 64};

bool is_variant(int variant)
{
    return wb_variant_index() == variant;
}

// The part about the build, where nobody searches.
bool only_builds(void)
{
    return is_variant(ORDERED) || is_variant(UNORDERED);
}

GLuint groups_for(uint32_t count)
{
    return (count - 1) / GROUP + 1;
}

void bind_buffer(GLuint binding, const wb_buffer *buffer)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer->id);
}

bool create_buffer(wb_buffer *buffer, const char *name, wb_type type, size_t rows, size_t columns,
                   const void *data, bool state)
{
    return wb_buffer_create(
        buffer,
        &(wb_buffer_desc){
            .name = name, .type = type, .shape = {rows, columns}, .data = data, .state = state});
}

/* ---- Start and end ---- */

// What the grid needs to know of the particles.
static void measure_scene(const scene *made)
{
    lesson.count = made->count;
    memcpy(lesson.low, made->low, sizeof lesson.low);
    memcpy(lesson.high, made->high, sizeof lesson.high);
    lesson.search_radius =
        lesson.radius > 0.0f ? lesson.radius : scene_radius(made, lesson.per_cell);
}

static bool make_scene(scene *made)
{
    bool given;
    wb_array array = {.type = WB_F32};
    bool loaded = wb_load_array("positions", &array, &given);
    if (given && !loaded) return false;
    bool is_taken = loaded && array.type == WB_F32 && array.dimensions == 2 &&
                    array.shape[1] == 3 && array.shape[0] > 0 && array.shape[0] < UINT32_MAX;
    if (!is_taken) free(array.data); // of another shape: loading it into the buffer will say so
    bool good = is_taken
                    ? scene_take(made, &array)
                    : scene_spread(made, (uint32_t)lesson.particles, lesson.dimensions, wb_seed());
    if (!good) return false;
    measure_scene(made);
    // Points from a file keep its order: their numbers are what the user knows them by.
    return is_taken || !lesson.in_order || scene_sort(made, build_cell_size());
}

// What moves, whoever may search: the particles, and what the picture knows about one of them.
static bool create_particles(const scene *made)
{
    size_t count = made->count;
    float(*points)[4] = calloc(count, sizeof *points);
    for (uint32_t i = 0; points != NULL && i < count; i++) {
        memcpy(points[i], made->positions[i], sizeof made->positions[i]);
        memcpy(&points[i][3], &i, sizeof i);
    }
    uint32_t *zeros = calloc(count, sizeof *zeros);
    if (points == NULL || zeros == NULL) wb_error("there is no memory for %zu points", count);
    bool good =
        points != NULL && zeros != NULL &&
        create_buffer(&lesson.positions, "positions", WB_F32, count, 3, made->positions, true) &&
        create_buffer(&lesson.velocities, "velocities", WB_F32, count, 4, made->velocities, true) &&
        create_buffer(&lesson.points, "points", WB_F32, count, 4, points, false) &&
        create_buffer(&lesson.marks, "marks", WB_U32, count, 0, zeros, false) &&
        create_buffer(&lesson.watched, "watched", WB_U32, 3, 0, NULL, false);
    free(points);
    free(zeros);
    return good;
}

static bool init(void)
{
    scene made = {0};
    bool good = make_scene(&made);
    if (good && is_variant(BRUTE) && made.count > MOST_FOR_BRUTE) {
        wb_error("all pairs of %u particles are too many for every frame\n"
                 "what to do: no more than %d particles, or another variant",
                 made.count, MOST_FOR_BRUTE);
        good = false;
    }
    good = good && create_particles(&made) && search_init() && build_init() &&
           picture_create(is_variant(HASH));
    scene_free(&made);
    return good;
}

static void quit(void)
{
    wb_buffer *const buffers[] = {&lesson.positions, &lesson.velocities, &lesson.points,
                                  &lesson.marks, &lesson.watched};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    search_quit();
    build_quit();
    picture_delete();
}

/* ---- The picture ---- */

static picture_desc describe_picture(void)
{
    const wb_buffer *points = only_builds() ? &lesson.grid.positions : &lesson.points;
    picture_desc desc = {.points = points->id,
                         .marks = lesson.marks.id,
                         .count = lesson.count,
                         .grid = &lesson.grid,
                         .low = lesson.low,
                         .high = lesson.high,
                         .radius = lesson.search_radius,
                         .by_slot = only_builds(),
                         .in_rows = is_variant(ROWS) || is_variant(LIST),
                         .is_brute = is_variant(BRUTE),
                         .seen = lesson.seen};
    return desc;
}

static void draw(const wb_view *view)
{
    picture_desc desc = describe_picture();
    picture_draw(&desc, &view->eye, view->width, view->height);
    // The next step begins with overwriting the points and marks that the picture still reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

static void pick(const wb_view *view)
{
    float(*points)[4] = malloc((size_t)lesson.points.size_bytes);
    if (points == NULL) return;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    wb_buffer_read(&lesson.points, points);
    picture_desc desc = describe_picture();
    lesson.picked = picture_pick(&desc, &view->eye, view->width, view->height, view->mouse_x,
                                 view->mouse_y, (const float(*)[4])points);
    free(points);
}

static void status(char *text, size_t size)
{
    int used = snprintf(text, size, "radius %.4g", (double)lesson.search_radius);
    if (!is_variant(LIST)) return;
    double share = (double)lesson.entries / lesson.count;
    bool fits = lesson.entries <= (uint64_t)lesson.count * (uint64_t)lesson.room;
    if (used >= 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, ", %.1f neighbours a particle%s", share,
                 fits ? "" : ": the lists have no room for all (--set room=N)");
}

/* ---- The oracle ---- */

static oracle_task describe_task(void)
{
    return (oracle_task){.count = lesson.count,
                         .low = lesson.low,
                         .high = lesson.high,
                         .time_step = build_time_step(),
                         .radius = lesson.search_radius,
                         .k = K,
                         .room = lesson.room,
                         .grid = &lesson.grid,
                         .is_build = only_builds(),
                         .any_order = is_variant(UNORDERED)};
}

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    oracle_task task = describe_task();
    return oracle_expect(&task, buffer, steps, expected);
}

// Not only the state: the grid's buffers too, of which one has no order that could be part of it.
static bool verify(void)
{
    if (lesson.count > MOST_FOR_BRUTE && !only_builds()) {
        wb_error("%u particles are too many to compare all pairs on the CPU; --check can do up to "
                 "%d",
                 lesson.count, MOST_FOR_BRUTE);
        return false;
    }
    // For glGetBufferSubData in oracle_verify(). The frame of the lists ends with it already.
    if (!is_variant(LIST)) glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    oracle_task task = describe_task();
    return oracle_verify(&task);
}

static wb_cost cost(void)
{
    double count = lesson.count, flat = lesson.high[2] == lesson.low[2] ? 1.0 : 3.0;
    double candidates = is_variant(BRUTE) ? count : 9.0 * flat * (double)lesson.per_cell;
    if (only_builds()) // positions and velocities, and what the grid is for: the numbers
        return (wb_cost){.read_bytes = 32.0 * count,
                         .written_bytes = 36.0 * count,
                         .items = count,
                         .item = "particles sorted"};
    return (wb_cost){.read_bytes = 28.0 * count,
                     .written_bytes = 16.0 * count,
                     .flops = 8.0 * candidates * count,
                     .items = count,
                     .item = "searches"};
}

/* ---- The description ---- */

static const wb_exercise nearest = {
    .task = "Keep the four nearest neighbours, the nearest first.",
    .kernel = "07_grid/exercise_nearest.comp",
    .solution = "07_grid/solution_nearest.comp",
    .hints = {"distances[] and numbers[] hold the best so far, in order. A newcomer that comes "
              "before one of them takes its place, and everybody from there on moves back by one.",
              "One loop over the places is enough: where comes_before() is true, exchange the "
              "newcomer with who is there, and go on with the one that was displaced."},
};

static const wb_variant variants[] = {
    [BRUTE] = {.name = "brute",
               .part = "search",
               .shows = "every particle looks at every particle",
               .limit = "the work grows with the square of the number of particles",
               .step = search_step_brute},
    [HASH] = {.name = "hash",
              .part = "search",
              .shows = "27 cells, found through a hash table; the particles, through an index",
              .limit = "cells that are neighbours lie anywhere in the table, and in memory",
              .step = search_step},
    [INDEX] = {.name = "index",
               .part = "search",
               .shows = "27 cells of a flat grid; the particles are found through an index",
               .limit = "each candidate comes from somewhere else in memory",
               .step = search_step},
    [SORTED] = {.name = "sorted",
                .part = "search",
                .shows = "the same cells, the particles copied in their order",
                .limit = "27 short loops, each with two reads to know where it begins and ends",
                .step = search_step},
    [ROWS] = {.name = "rows",
              .part = "search",
              .shows = "three cells in a row are one run: nine loops instead of 27",
              .limit = "the candidates themselves, of which five in six are too far away",
              .step = search_step},
    [LIST] = {.name = "lists",
              .part = "search",
              .shows = "searches twice, to count and to write lists of neighbours",
              .limit = "the second search, and lists that are written all over memory",
              .step = search_step_lists},
    [NO_RESET] =
        {.name = "no_reset",
         .part = "search",
         .shows = "does not clear the counters of the cells",
         .broken = "a first frame that is right, and then cells that start where they should not",
         .step = build_step_no_reset},
    [DOUBLE_OFFSET] = {.name = "double_offset",
                       .part = "search",
                       .shows = "adds the offset of the cell twice",
                       .broken =
                           "most particles find nobody; whom the rest find may differ in every run",
                       .step = build_step_double_offset},
    [UNDERFLOW] = {.name = "underflow",
                   .part = "search",
                   .shows = "subtracts 1 from an unsigned 0 at the border",
                   .broken = "particles in the first cells of a row that find nobody",
                   .step = search_step},
    [SMALL_CELL] = {.name = "small_cell",
                    .part = "search",
                    .shows = "cells half as large as the radius",
                    .broken = "neighbours beyond the 27 cells are missed",
                    .step = search_step},
    [ORDERED] = {.name = "ordered",
                 .part = "build",
                 .shows = "the grid's five passes: the same order in every run",
                 .limit = "one more pass, which reads all over memory",
                 .step = build_step_ordered},
    [UNORDERED] = {.name = "unordered",
                   .part = "build",
                   .shows = "four passes: whoever comes first is first in his cell",
                   .limit = "writes all over memory; another order within the cells in every run",
                   .step = build_step_unordered},
    [EXERCISE] = {.name = "exercise",
                  .part = "nearest",
                  .shows = "your kernel: the four nearest neighbours",
                  .exercise = &nearest,
                  .step = search_step},
    [VARIANT_COUNT] = {0},
};

static const wb_param params[] = {
    {.name = "particles",
     .i = &lesson.particles,
     .min = 1,
     .max = 1 << 26,
     .help = "how many there are, unless --load says so",
     .restarts = true},
    {.name = "dimensions",
     .i = &lesson.dimensions,
     .min = 2,
     .max = 3,
     .help = "a plane, or space",
     .restarts = true},
    {.name = "in_order",
     .i = &lesson.in_order,
     .min = 0,
     .max = 1,
     .help = "1: sorted by cell at the start, unless --load says so",
     .restarts = true},
    {.name = "per_cell",
     .f = &lesson.per_cell,
     .min = 0.01,
     .max = 1e6,
     .unit = "particles",
     .help = "in a cell, on average: decides the radius",
     .restarts = true},
    {.name = "radius",
     .f = &lesson.radius,
     .min = 0,
     .max = 1e9,
     .unit = "m",
     .help = "of the search; 0: as per_cell says",
     .restarts = true},
    {.name = "speed",
     .f = &lesson.speed,
     .min = 0,
     .max = 1,
     .unit = "m/s",
     .help = "of the fastest, along each axis; the box is 1 m high"},
    {.name = "picked",
     .i = &lesson.picked,
     .min = -1,
     .max = (1 << 26) - 1,
     .help = "the particle whose search is shown; -1: none"},
    {.name = "room",
     .i = &lesson.room,
     .min = 0,
     .max = 10000,
     .unit = "neighbours a particle",
     .help = "lists: space for so many, on average",
     .part = "search",
     .restarts = true},
    {0},
};

static const char *const cases[] = {
    "search: particles=1",
    "search: particles=2 per_cell=2",
    "search: particles=127 dimensions=2",
    "search: particles=128 speed=1",
    "search: particles=129 per_cell=0.2",
    "search: particles=1021 per_cell=400",
    "search: particles=4099 dimensions=2",
    "search: particles=5003",
    "build: particles=1",
    "build: particles=255",
    "build: particles=256 dimensions=2",
    "build: particles=513",
    "build: particles=5003 per_cell=2000",
    "build: particles=30011 per_cell=0.5",
    "nearest: particles=1",
    "nearest: particles=129 dimensions=2",
    "nearest: particles=3001",
    "particles=2003 in_order=1",
    NULL,
};

static const char *const bench_cases[] = {"search: particles=16384 picked=-1",
                                          "search: particles=1048576 picked=-1",
                                          "build: particles=1048576 speed=0",
                                          "search: particles=1048576 picked=-1 speed=0 in_order=1",
                                          "build: particles=1048576 speed=0 in_order=1",
                                          NULL};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "07_grid",
            .title = "Spatial grid",
            .variants = variants,
            .params = params,
            .frames = 60,
            .first_variant = ROWS,
            .init = init,
            .draw = draw,
            .quit = quit,
            .expect = expect,
            .cases = cases,
            .check_frames = 3,
            .verify = verify,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .bench_cases = bench_cases,
            .cost = cost,
            .status = status,
            .orbit = &(wb_orbit){.target = {0.20f, -0.05f, 0.12f},
                                 .distance = 2.72f,
                                 .yaw = 30.0f,
                                 .pitch = 20.0f,
                                 .field_of_view = 36.0f},
            .pick = pick,
        },
        argc, argv);
}
