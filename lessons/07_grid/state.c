#include "state.h"
#include "picture.h"
#include "scene.h"

#include <stdlib.h>
#include <string.h>

lesson_state lesson = {
    .particles = 600, .dimensions = 2, .per_cell = 8.0f, .speed = 0.05f, .room = 64};

const grid_traits *traits(void)
{
    static const grid_traits plain = {0};
    const grid_traits *own = wb_current_variant()->data;
    return own != NULL ? own : &plain;
}

float time_step(void)
{
    return lesson.speed / 60.0f;
}

bool is_flat(void)
{
    return lesson.low[2] == lesson.high[2];
}

// For the radius that is known. A hair more than it: rounding may put two points that are exactly a
// radius apart two cells from each other (see compute/grid.h).
static float cell_size(void)
{
    return lesson.search_radius * 1.001f;
}

/* ---- The particles ---- */

// What the grid needs to know of them.
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
    bool known = wb_load_shape("positions", &array, &given);
    if (given && !known) return false;
    // If the shape is wrong, loading the array into the buffer will say so.
    bool is_taken = known && array.type == WB_F32 && array.dimensions == 2 && array.shape[1] == 3 &&
                    array.shape[0] > 0 && array.shape[0] < UINT32_MAX;
    if (is_taken && !wb_load_array("positions", &array, &given)) return false;
    bool good = is_taken
                    ? scene_take(made, &array)
                    : scene_spread(made, (uint32_t)lesson.particles, lesson.dimensions, wb_seed());
    if (!good) return false;
    if (!is_taken && lesson.lattice > 0) scene_round(made, lesson.lattice);
    measure_scene(made);
    // Points from a file keep its order: their numbers are what the user knows them by.
    return is_taken || !lesson.in_order || scene_sort(made, cell_size());
}

// A buffer of `rows`, or of `rows` x `columns` if `columns` is not 0.
static bool create_buffer(wb_buffer *buffer, const char *name, wb_type type, size_t rows,
                          size_t columns, const void *data, bool state)
{
    return wb_buffer_create(
        buffer,
        &(wb_buffer_desc){
            .name = name, .type = type, .shape = {rows, columns}, .data = data, .state = state});
}

// What moves, with or without a search, and what the picture knows about one of them.
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

static bool fits_brute(uint32_t count)
{
    if (!traits()->is_brute || count <= MOST_FOR_BRUTE) return true;
    wb_error("all pairs of %u particles are too many for every frame\n"
             "what to do: no more than %d particles, or another variant",
             count, MOST_FOR_BRUTE);
    return false;
}

static bool begin(void)
{
    scene made = {0};
    bool good = make_scene(&made) && fits_brute(made.count) && create_particles(&made);
    scene_free(&made);
    lesson.seen.particle = -1;
    lesson.entries = 0;
    return good;
}

/* ---- The grid ---- */

static bool create_grid(void)
{
    wb_grid_desc desc = {
        .cell_size = cell_size(), .most = lesson.count, .hashed = traits()->is_hashed};
    if (traits()->has_small_cells)
        desc.cell_size *= 0.5f; // BROKEN: the radius reaches beyond 27 cells
    memcpy(desc.low, lesson.low, sizeof desc.low);
    memcpy(desc.high, lesson.high, sizeof desc.high);
    return wb_grid_create(&lesson.grid, &desc);
}

// `kernel`: in the place of the grid's own, or NULL.
static bool create_kernel(GLuint *program, const char *kernel)
{
    if (kernel != NULL)
        *program = wb_program_compute(kernel, WB_DEFINES({"GROUP", GROUP}, {"GRID_HASHED", 0}));
    return kernel == NULL || *program != 0;
}

static bool create_moves(const char *scatter)
{
    bool plain = traits()->is_plain;
    const char *count = traits()->count;
    return create_kernel(&lesson.move, "07_grid/move.comp") &&
           create_kernel(&lesson.clear, plain ? "07_grid/clear.comp" : NULL) &&
           create_kernel(&lesson.count_cells,
                         count == NULL && plain ? "07_grid/count.comp" : count) &&
           create_kernel(&lesson.scatter,
                         scatter == NULL && plain ? "07_grid/scatter.comp" : scatter);
}

/* ---- The search ---- */

static bool create_found(void)
{
    static const wb_field fields[] = {{"neighbours", WB_U32, 1},
                                      {"sum", WB_U32, 1},
                                      {"xor", WB_U32, 1},
                                      {"squares", WB_U32, 1},
                                      {0}};
    return wb_buffer_create(&lesson.found, &(wb_buffer_desc){.name = "found",
                                                             .type = WB_U32,
                                                             .shape = {lesson.count, 4},
                                                             .fields = fields,
                                                             .state = true}) &&
           create_buffer(&lesson.read_back, "read_back", WB_U32, 4, 0, NULL, false);
}

static bool create_lists(void)
{
    size_t lists = (size_t)lesson.count + 1;
    size_t entries = lists + (size_t)lesson.count * (size_t)lesson.room;
    lesson.write_lists =
        wb_program_compute("07_grid/lists.comp", WB_DEFINES({"GROUP", GROUP}, {"GRID_HASHED", 0}));
    return lesson.write_lists != 0 &&
           create_buffer(&lesson.lengths, "lengths", WB_U32, lists, 0, NULL, false) &&
           create_buffer(&lesson.neighbours, "neighbours", WB_U32, entries, 0, NULL, true) &&
           wb_scan_create(&lesson.scan, (uint32_t)lists, WB_SCAN_THREE_DISPATCHES);
}

// The search's kernel, for all particles or for the picked one.
static GLuint create_search(bool watch)
{
    const char *kernel = traits()->search;
    if (kernel == NULL) kernel = wb_current_variant()->kernel;
    if (watch && traits()->watch != NULL) kernel = traits()->watch;
    return wb_program_compute(kernel,
                              WB_DEFINES({"GROUP", GROUP}, {"GRID_HASHED", traits()->is_hashed},
                                         {"WATCH", watch}, {"LISTS", traits()->writes_lists}));
}

static bool create_searches(void)
{
    lesson.search = create_search(false);
    lesson.watch = create_search(true);
    return lesson.search != 0 && lesson.watch != 0;
}

/* ---- The parts ---- */

bool search_init(void)
{
    return begin() && create_found() && (!traits()->writes_lists || create_lists()) &&
           create_searches() && create_grid() && create_moves(traits()->scatter) &&
           picture_create();
}

static bool create_team(void)
{
    lesson.team = wb_program_compute(wb_current_variant()->kernel,
                                     WB_DEFINES({"TEAM", TEAM}, {"K", K}, {"GRID_HASHED", 0}));
    return lesson.team != 0;
}

bool nearest_init(void)
{
    return begin() && create_found() &&
           create_buffer(&lesson.nearest, "nearest", WB_U32, lesson.count, K, NULL, true) &&
           create_team() && create_searches() && create_grid() && create_moves(NULL) &&
           picture_create();
}

bool build_init(void)
{
    if (!begin() || !create_grid()) return false;
    lesson.grid.starts.state = true;
    lesson.grid.ids.state = !traits()->is_unordered; // the proof that the order is always the same
    return create_moves(traits()->is_unordered ? wb_current_variant()->kernel : NULL) &&
           picture_create();
}

void lesson_quit(void)
{
    wb_buffer *const buffers[] = {&lesson.positions, &lesson.velocities, &lesson.points,
                                  &lesson.marks,     &lesson.watched,    &lesson.found,
                                  &lesson.lengths,   &lesson.neighbours, &lesson.nearest,
                                  &lesson.read_back};
    GLuint *const programs[] = {&lesson.move,   &lesson.clear, &lesson.count_cells, &lesson.scatter,
                                &lesson.search, &lesson.watch, &lesson.write_lists, &lesson.team};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
    wb_scan_delete(&lesson.scan);
    wb_grid_delete(&lesson.grid);
    picture_delete();
}

/* ---- What it costs ---- */

wb_cost search_cost(void)
{
    double count = lesson.count, flat = is_flat() ? 1.0 : 3.0;
    double candidates = traits()->is_brute ? count : 9.0 * flat * (double)lesson.per_cell;
    return (wb_cost){.read_bytes = 28.0 * count,
                     .written_bytes = 16.0 * count,
                     .flops = 8.0 * candidates * count,
                     .items = count,
                     .item = "searches"};
}

// Positions and velocities, and what the grid is for: the numbers.
wb_cost build_cost(void)
{
    double count = lesson.count;
    return (wb_cost){.read_bytes = 32.0 * count,
                     .written_bytes = 36.0 * count,
                     .items = count,
                     .item = "particles sorted"};
}
