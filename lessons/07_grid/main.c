// Lesson 07: a uniform grid, to find what is near.
// Particles are sorted by cell on the GPU; a search then looks into 27 cells, not at everybody.
#include "lesson/lesson.h"
#include "compute/grid.h"
#include "compute/scan.h"
#include "oracle.h"
#include "picture.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum {
    GROUP = 128,             // invocations of a work group
    BRUTE_CHUNK = 16384,     // candidates a dispatch; see shaders/07_grid/brute.comp
    MOST_FOR_BRUTE = 131072, // 17,000,000,000 comparisons a frame
    K = 4,                   // the exercise: so many nearest neighbours
};
// A hair more than the radius: rounding may put two points that are exactly a radius apart two
// cells from each other (see compute/grid.h).
static const float CELLS_PER_RADIUS = 1.001f;
// Storage block bindings and uniform locations, of the searches and of what moves.
enum { POINTS = 0, STARTS = 1, IDS = 2, SORTED_POINTS = 3, FOUND = 4, MARKS = 5, WATCHED = 6 };
enum { LISTS = 5, LENGTHS = 7 };
enum {
    PARTICLES = 0,
    RADIUS_SQUARED = 1,
    REACH = 2,
    PICKED = 3,
    FIRST = 4,
    CHUNK = 5,
    ENTRIES = 4
};
enum { LOW = 1, HIGH = 2, TIME_STEP = 3 };

enum { BRUTE, HASH, INDEX, SORTED, ROWS, LIST, NO_RESET, DOUBLE_OFFSET, UNDERFLOW, SMALL_CELL };
enum { ORDERED = SMALL_CELL + 1, UNORDERED, EXERCISE };

static const char *const kernels[] = {
    [BRUTE] = "07_grid/brute.comp",
    [HASH] = "07_grid/hash.comp",
    [INDEX] = "07_grid/index.comp",
    [SORTED] = "07_grid/sorted.comp",
    [ROWS] = "07_grid/rows.comp",
    [LIST] = "07_grid/rows.comp",
    [NO_RESET] = "07_grid/index.comp",
    [DOUBLE_OFFSET] = "07_grid/index.comp",
    [UNDERFLOW] = "07_grid/underflow.comp",
    [SMALL_CELL] = "07_grid/index.comp",
    [EXERCISE] = "07_grid/exercise_nearest.comp",
};

/* ---- State ---- */

static struct {
    int particles, dimensions, picked, room; // parameters
    float per_cell, radius, speed;

    uint32_t count;
    float low[3], high[3]; // the box
    float search_radius;   // the parameter, or what follows from the particles in a cell

    wb_buffer positions;  // count x 3, as --load and --dump have them
    wb_buffer velocities; // count x 4
    wb_buffer points;     // count x 4: position, and in w the bits of the particle's number
    wb_buffer found;      // count x 4: how many neighbours, sum, exclusive or, sum of squares
    wb_buffer marks;      // count: what the picked particle's search has met
    wb_buffer watched;    // 3: its cells, candidates, neighbours
    wb_buffer lengths;    // lists: count + 1, of each list
    wb_buffer neighbours; // lists: count + 1 offsets, then the lists
    wb_buffer nearest;    // exercise: count x K
    wb_buffer read_back;  // 4: what the CPU wants of a large buffer is copied here first
    wb_grid grid;
    wb_scan scan; // of the lists' lengths
    picture_seen seen;
    uint32_t entries;                  // of all lists, whether there is room for them or not
    GLuint move, search, watch, extra; // extra: what only one of the variants has
} lesson = {.particles = 6000, .dimensions = 3, .per_cell = 8.0f, .speed = 0.05f, .room = 64};

static bool is_variant(int variant)
{
    return wb_variant_index() == variant;
}

// The part about the build, where nobody searches.
static bool only_builds(void)
{
    return is_variant(ORDERED) || is_variant(UNORDERED);
}

static GLuint groups(uint32_t count)
{
    return (count - 1) / GROUP + 1;
}

static void bind(GLuint binding, const wb_buffer *buffer)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer->id);
}

/* ---- Start and end ---- */

static bool make_scene(scene *made)
{
    bool given;
    wb_array array = {.type = WB_F32};
    bool loaded = wb_load_array("positions", &array, &given);
    if (given && !loaded) return false;
    if (loaded && array.type == WB_F32 && array.dimensions == 2 && array.shape[1] == 3 &&
        array.shape[0] > 0 && array.shape[0] < UINT32_MAX)
        return scene_take(made, &array);
    free(array.data); // of another shape: loading it into the buffer will say so
    return scene_spread(made, (uint32_t)lesson.particles, lesson.dimensions, wb_seed());
}

static bool create_buffer(wb_buffer *buffer, const char *name, wb_type type, size_t rows,
                          size_t columns, const void *data, bool state)
{
    return wb_buffer_create(
        buffer,
        &(wb_buffer_desc){
            .name = name, .type = type, .shape = {rows, columns}, .data = data, .state = state});
}

static bool create_buffers(const scene *made)
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
    if (good && !only_builds())
        good = create_buffer(&lesson.found, "found", WB_U32, count, 4, NULL, true) &&
               create_buffer(&lesson.read_back, "read_back", WB_U32, 4, 0, NULL, false);
    if (good && is_variant(LIST)) {
        size_t entries = count + 1 + count * (size_t)lesson.room;
        good = create_buffer(&lesson.lengths, "lengths", WB_U32, count + 1, 0, NULL, false) &&
               create_buffer(&lesson.neighbours, "neighbours", WB_U32, entries, 0, NULL, true) &&
               wb_scan_create(&lesson.scan, (uint32_t)count + 1, WB_SCAN_THREE_DISPATCHES);
    }
    if (good && is_variant(EXERCISE))
        good = create_buffer(&lesson.nearest, "nearest", WB_U32, count, K, NULL, true);
    return good;
}

static bool create_grid(void)
{
    wb_grid_desc desc = {.cell_size = lesson.search_radius * CELLS_PER_RADIUS,
                         .most = lesson.count,
                         .hashed = is_variant(HASH)};
    if (is_variant(SMALL_CELL))
        desc.cell_size *= 0.5f; // BROKEN: the radius reaches beyond 27 cells
    memcpy(desc.low, lesson.low, sizeof desc.low);
    memcpy(desc.high, lesson.high, sizeof desc.high);
    if (!wb_grid_create(&lesson.grid, &desc)) return false;
    lesson.grid.starts.state = only_builds();
    lesson.grid.ids.state = is_variant(ORDERED); // the proof that the order is always the same
    return true;
}

// The search's kernel, for all particles or for the picked one.
static GLuint create_search(bool watch)
{
    return wb_program_compute(kernels[wb_variant_index()],
                              WB_DEFINES({"GROUP", GROUP}, {"GRID_HASHED", is_variant(HASH)},
                                         {"WATCH", watch}, {"LISTS", is_variant(LIST)}, {"K", K}));
}

static const char *extra_kernel(void)
{
    if (is_variant(LIST)) return "07_grid/lists.comp";
    if (is_variant(DOUBLE_OFFSET)) return "07_grid/double_offset.comp";
    return is_variant(UNORDERED) ? "07_grid/unordered.comp" : NULL;
}

static bool create_programs(void)
{
    if (!picture_create(is_variant(HASH))) return false;
    if (extra_kernel() != NULL) {
        lesson.extra =
            wb_program_compute(extra_kernel(), WB_DEFINES({"GROUP", GROUP}, {"GRID_HASHED", 0}));
        if (lesson.extra == 0) return false;
    }
    lesson.move = wb_program_compute("07_grid/move.comp", WB_DEFINES({"GROUP", GROUP}));
    if (only_builds()) return lesson.move != 0;
    lesson.search = create_search(false);
    lesson.watch = create_search(true);
    return lesson.move != 0 && lesson.search != 0 && lesson.watch != 0;
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
    if (good) {
        lesson.count = made.count;
        lesson.seen.particle = -1;
        lesson.entries = 0;
        memcpy(lesson.low, made.low, sizeof lesson.low);
        memcpy(lesson.high, made.high, sizeof lesson.high);
        lesson.search_radius =
            lesson.radius > 0.0f ? lesson.radius : scene_radius(&made, lesson.per_cell);
    }
    good = good && create_buffers(&made) && create_grid() && create_programs();
    scene_free(&made);
    return good;
}

static void quit(void)
{
    wb_buffer *const buffers[] = {&lesson.positions, &lesson.velocities, &lesson.points,
                                  &lesson.found,     &lesson.marks,      &lesson.watched,
                                  &lesson.lengths,   &lesson.neighbours, &lesson.nearest,
                                  &lesson.read_back};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    wb_grid_delete(&lesson.grid);
    wb_scan_delete(&lesson.scan);
    picture_delete();
    glDeleteProgram(lesson.move);
    glDeleteProgram(lesson.search);
    glDeleteProgram(lesson.watch);
    glDeleteProgram(lesson.extra);
    lesson.move = lesson.search = lesson.watch = lesson.extra = 0;
}

/* ---- The dispatches ---- */

static float time_step(void)
{
    return lesson.speed / 60.0f;
}

static void move_particles(void)
{
    wb_pass_begin("move");
    glUseProgram(lesson.move);
    glUniform1ui(PARTICLES, lesson.count);
    glUniform3fv(LOW, 1, lesson.low);
    glUniform3fv(HIGH, 1, lesson.high);
    glUniform1f(TIME_STEP, time_step());
    bind(0, &lesson.positions);
    bind(1, &lesson.velocities);
    bind(2, &lesson.points);
    bind(3, &lesson.marks);
    bind(4, &lesson.watched);
    glDispatchCompute(groups(lesson.count), 1, 1);
    // Brute force reads the points at once, and the count does where nobody clears. Otherwise the
    // next pass is the grid's clear, which touches none of this and has a barrier of its own.
    if (is_variant(BRUTE) || is_variant(NO_RESET)) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// Everything a search kernel reads. By brute force, it looks at the candidates from `first` on.
static void use_search(GLuint program, uint32_t first)
{
    glUseProgram(program);
    wb_grid_set_uniforms(&lesson.grid);
    glUniform1ui(PARTICLES, lesson.count);
    glUniform1f(RADIUS_SQUARED, lesson.search_radius * lesson.search_radius);
    glUniform3i(REACH, 1, 1, lesson.high[2] > lesson.low[2]);
    glUniform1ui(PICKED, (GLuint)lesson.picked);
    if (is_variant(BRUTE)) {
        glUniform1ui(FIRST, first);
        glUniform1ui(CHUNK, BRUTE_CHUNK);
    }
    bind(POINTS, &lesson.points);
    bind(STARTS, &lesson.grid.starts);
    bind(IDS, &lesson.grid.ids);
    bind(SORTED_POINTS, &lesson.grid.positions);
    bind(FOUND, &lesson.found);
}

// A few words of a large buffer, by way of a small one: a driver may keep a buffer that the CPU
// reads in the CPU's memory, and then the GPU would have to fetch all of it from there. The caller
// has issued GL_BUFFER_UPDATE_BARRIER_BIT, for the copy; what is copied needs no barrier to be
// read.
static void read_words(const wb_buffer *large, size_t first, size_t count, void *words)
{
    GLsizeiptr size_bytes = 4 * (GLsizeiptr)count;
    glBindBuffer(GL_COPY_READ_BUFFER, large->id);
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.read_back.id);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 4 * (GLintptr)first, 0,
                        size_bytes);
    glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, size_bytes, words);
}

static void read_watched(void)
{
    lesson.seen.particle = lesson.picked;
    wb_buffer_read(&lesson.watched, lesson.seen.numbers);
    read_words(&lesson.positions, 3 * (size_t)lesson.picked, 3, lesson.seen.where);
}

// The picked particle's search again, by one invocation that leaves marks: for the picture.
static void watch_picked(uint32_t first)
{
    lesson.seen.particle = -1;
    if (lesson.picked < 0 || (uint32_t)lesson.picked >= lesson.count) return;
    wb_pass_begin("watch");
    use_search(lesson.watch, first);
    bind(MARKS, &lesson.marks);
    bind(WATCHED, &lesson.watched);
    glDispatchCompute(1, 1, 1);
    // No barrier for storage blocks: the search of all particles, which is next, touches neither
    // and has one. But the numbers are read back here, for the picture's words.
    bool is_last = !is_variant(BRUTE) || lesson.count - first <= BRUTE_CHUNK;
    if (is_last)
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGet- and glCopyBufferSubData
    if (is_last) read_watched();
    wb_pass_end();
}

static void search(uint32_t first)
{
    watch_picked(first);
    wb_pass_begin("search");
    use_search(lesson.search, first);
    bind(LENGTHS, is_variant(EXERCISE) ? &lesson.nearest : &lesson.lengths);
    glDispatchCompute(groups(lesson.count), 1, 1);
    // Brute force goes on from here; the picture reads the marks, the next frame moves the points.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The versions ---- */

static void step_search(void)
{
    move_particles();
    wb_grid_build(&lesson.grid, lesson.points.id, lesson.velocities.id, lesson.count);
    search(0);
}

static void step_brute(void)
{
    move_particles();
    for (uint32_t first = 0; first < lesson.count; first += BRUTE_CHUNK) search(first);
}

// Count, scan, write: the three steps of the grid again, for lists instead of cells.
static void step_lists(void)
{
    step_search();
    wb_scan_exclusive(&lesson.scan, lesson.lengths.id, lesson.neighbours.id, lesson.count + 1);
    wb_pass_begin("lists");
    use_search(lesson.extra, 0);
    glUniform1ui(ENTRIES, (GLuint)lesson.neighbours.shape[0] - lesson.count - 1);
    bind(LISTS, &lesson.neighbours);
    glDispatchCompute(groups(lesson.count), 1, 1);
    // For glCopyBufferSubData here and glGetBufferSubData in the check. No barrier for storage
    // blocks: what the next frame overwrites first, `move` and the grid's build, was not touched.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    // The last offset: the length of all lists together, for the status.
    read_words(&lesson.neighbours, lesson.count, 1, &lesson.entries);
    wb_pass_end();
}

static void step_ordered(void)
{
    if (lesson.speed > 0.0f) move_particles();
    wb_grid_build(&lesson.grid, lesson.points.id, lesson.velocities.id, lesson.count);
}

static void step_unordered(void)
{
    if (lesson.speed > 0.0f) move_particles();
    wb_grid_clear(&lesson.grid);
    wb_grid_count(&lesson.grid, lesson.points.id, lesson.count);
    wb_grid_scan(&lesson.grid);
    wb_pass_begin("unordered");
    glUseProgram(lesson.extra);
    glUniform1ui(PARTICLES, lesson.count);
    bind(0, &lesson.grid.places);
    bind(1, &lesson.grid.starts);
    bind(2, &lesson.points);
    bind(3, &lesson.velocities);
    bind(4, &lesson.grid.ids);
    bind(5, &lesson.grid.positions);
    bind(6, &lesson.grid.velocities);
    glDispatchCompute(groups(lesson.count), 1, 1);
    // The picture reads the sorted copies; the next frame moves the points that were read here.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The broken variants ---- */

static void step_no_reset(void)
{
    move_particles();
    if (wb_frame() == 0) wb_grid_clear(&lesson.grid); // BROKEN: belongs to every frame
    wb_grid_count(&lesson.grid, lesson.points.id, lesson.count);
    wb_grid_scan(&lesson.grid);
    wb_grid_scatter(&lesson.grid, lesson.count);
    wb_grid_order(&lesson.grid, lesson.points.id, lesson.velocities.id, lesson.count);
    search(0);
}

static void step_double_offset(void)
{
    move_particles();
    wb_grid_clear(&lesson.grid);
    wb_grid_count(&lesson.grid, lesson.points.id, lesson.count);
    wb_grid_scan(&lesson.grid);
    wb_pass_begin("double offset"); // BROKEN: see the kernel
    glUseProgram(lesson.extra);
    glUniform1ui(PARTICLES, lesson.count);
    bind(0, &lesson.grid.places);
    bind(1, &lesson.grid.starts);
    bind(2, &lesson.grid.ids);
    glDispatchCompute(groups(lesson.count), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the search reads `ids`
    wb_pass_end();
    search(0);
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
                         .time_step = time_step(),
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
    {.name = "brute",
     .part = "search",
     .shows = "every particle looks at every particle",
     .limit = "the work grows with the square of the number of particles",
     .step = step_brute},
    {.name = "hash",
     .part = "search",
     .shows = "27 cells, found through a hash table; the particles, through an index",
     .limit = "cells that are neighbours lie anywhere in the table, and in memory",
     .step = step_search},
    {.name = "index",
     .part = "search",
     .shows = "27 cells of a flat grid; the particles are found through an index",
     .limit = "each candidate comes from somewhere else in memory",
     .step = step_search},
    {.name = "sorted",
     .part = "search",
     .shows = "the same cells, the particles copied in their order",
     .limit = "27 short loops, each with two reads to know where it begins and ends",
     .step = step_search},
    {.name = "rows",
     .part = "search",
     .shows = "three cells in a row are one run: nine loops instead of 27",
     .limit = "the candidates themselves, of which five in six are too far away",
     .step = step_search},
    {.name = "lists",
     .part = "search",
     .shows = "searches twice, to count and to write lists of neighbours",
     .limit = "the second search, and lists that are written all over memory",
     .step = step_lists},
    {.name = "no_reset",
     .part = "search",
     .shows = "does not clear the counters of the cells",
     .broken = "a first frame that is right, and then cells that start where they should not",
     .step = step_no_reset},
    {.name = "double_offset",
     .part = "search",
     .shows = "adds the offset of the cell twice",
     .broken = "most particles find nobody, some of them strangers",
     .step = step_double_offset},
    {.name = "underflow",
     .part = "search",
     .shows = "subtracts 1 from an unsigned 0 at the border",
     .broken = "particles in the first cells of a row that find nobody",
     .step = step_search},
    {.name = "small_cell",
     .part = "search",
     .shows = "cells half as large as the radius",
     .broken = "neighbours beyond the 27 cells are missed",
     .step = step_search},
    {.name = "ordered",
     .part = "build",
     .shows = "the grid's five passes: the same order in every run",
     .limit = "one more pass, which reads all over memory",
     .step = step_ordered},
    {.name = "unordered",
     .part = "build",
     .shows = "four passes: whoever comes first is first in his cell",
     .limit = "writes all over memory; another order within the cells in every run",
     .step = step_unordered},
    {.name = "exercise",
     .part = "nearest",
     .shows = "your kernel: the four nearest neighbours",
     .exercise = &nearest,
     .step = step_search},
    {0},
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
    NULL,
};

static const char *const bench_cases[] = {"search: particles=16384 picked=-1",
                                          "search: particles=1048576 picked=-1",
                                          "build: particles=1048576 speed=0", NULL};

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
