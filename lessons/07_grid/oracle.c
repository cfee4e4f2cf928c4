#include "oracle.h"

#include "lesson/lesson.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct oracle {
    uint32_t count;
    float (*positions)[3], (*velocities)[4];
    float radius;
    const uint32_t
        *accepted; // an order of the particles that will do, if it is one by cell; or NULL
} oracle;

// One frame of shaders/07_grid/move.comp.
static void move(oracle *o, const oracle_task *task)
{
    const float *low = task->low, *high = task->high;
    for (uint32_t i = 0; i < o->count; i++) {
        for (int k = 0; k < 3; k++) {
            float *position = &o->positions[i][k], *velocity = &o->velocities[i][k];
            *position += *velocity * task->time_step;
            float mirrored = *position;
            if (*position < low[k] && *velocity < 0.0f) mirrored = low[k] + (low[k] - *position);
            if (*position > high[k] && *velocity > 0.0f) mirrored = high[k] - (*position - high[k]);
            if (mirrored != *position) *velocity = -*velocity;
            *position = mirrored;
        }
    }
}

// The squared distance, rounded as on the GPU; negative if the two are not neighbours.
static float distance_squared(const oracle *o, uint32_t i, uint32_t j)
{
    float x = o->positions[j][0] - o->positions[i][0];
    float y = o->positions[j][1] - o->positions[i][1];
    float z = o->positions[j][2] - o->positions[i][2];
    float squared = x * x + y * y + z * z;
    return squared <= o->radius * o->radius && i != j ? squared : -1.0f;
}

// As shaders/07_grid/search.glsl leaves them.
static void find(const oracle *o, uint32_t (*found)[4])
{
    memset(found, 0, o->count * sizeof *found);
    for (uint32_t i = 0; i < o->count; i++) {
        for (uint32_t j = 0; j < o->count; j++) {
            if (distance_squared(o, i, j) < 0.0f) continue;
            found[i][0]++;
            found[i][1] += j;
            found[i][2] ^= j;
            found[i][3] += j * j;
        }
    }
}

/* ---- The grid ---- */

static int compare_numbers(const void *a, const void *b)
{
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    return (i > j) - (i < j);
}

// A counting sort: the particles by cell, and within a cell by number. `next` has room for the
// grid's cells.
static void sort_by_cell(const oracle *o, const wb_grid *grid, uint32_t *starts, uint32_t *ids,
                         uint32_t *next)
{
    memset(starts, 0, (grid->cells + 1) * sizeof *starts);
    for (uint32_t i = 0; i < o->count; i++) starts[wb_grid_cell(grid, o->positions[i]) + 1]++;
    for (uint32_t c = 0; c < grid->cells; c++) starts[c + 1] += starts[c];
    memcpy(next, starts, grid->cells * sizeof *next);
    for (uint32_t i = 0; i < o->count; i++) ids[next[wb_grid_cell(grid, o->positions[i])]++] = i;
}

// Whether the accepted order holds the same particles in each cell. `sorted` has room for all.
static bool is_same_by_cell(const oracle *o, const wb_grid *grid, const uint32_t *starts,
                            const uint32_t *ids, uint32_t *sorted)
{
    memcpy(sorted, o->accepted, o->count * sizeof *sorted);
    for (uint32_t c = 0; c < grid->cells; c++)
        qsort(sorted + starts[c], starts[c + 1] - starts[c], sizeof *sorted, compare_numbers);
    return memcmp(sorted, ids, o->count * sizeof *sorted) == 0;
}

static bool answer_grid(const oracle *o, const wb_grid *grid, const char *buffer, void *expected)
{
    uint32_t *starts = calloc(grid->cells + 1, sizeof *starts), *ids = calloc(o->count, 4);
    uint32_t *more = calloc((size_t)grid->cells + o->count, sizeof *more);
    bool known = starts != NULL && ids != NULL && more != NULL;
    if (!known) wb_error("there is no memory to sort %u particles on the CPU", o->count);
    if (known) sort_by_cell(o, grid, starts, ids, more);
    if (known && o->accepted != NULL && is_same_by_cell(o, grid, starts, ids, more))
        memcpy(ids, o->accepted, o->count * sizeof *ids);
    float(*vectors)[4] = expected;
    if (known && strcmp(buffer, "starts") == 0) {
        memcpy(expected, starts, (grid->cells + 1) * sizeof *starts);
    } else if (known && strcmp(buffer, "ids") == 0) {
        memcpy(expected, ids, o->count * sizeof *ids);
    } else if (known && strcmp(buffer, "sorted_positions") == 0) {
        for (uint32_t slot = 0; slot < o->count; slot++) {
            memcpy(vectors[slot], o->positions[ids[slot]], sizeof *o->positions);
            memcpy(&vectors[slot][3], &ids[slot], 4);
        }
    } else if (known && strcmp(buffer, "sorted_velocities") == 0) {
        for (uint32_t slot = 0; slot < o->count; slot++)
            memcpy(vectors[slot], o->velocities[ids[slot]], sizeof *vectors);
    } else {
        known = false;
    }
    free(starts);
    free(ids);
    free(more);
    return known;
}

/* ---- Lists ---- */

static struct {
    const oracle *o;
    const wb_grid *grid;
    uint32_t self;
} sorting; // for the functions that qsort() calls

static int compare_cells(const void *a, const void *b)
{
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    uint32_t cell_i = wb_grid_cell(sorting.grid, sorting.o->positions[i]);
    uint32_t cell_j = wb_grid_cell(sorting.grid, sorting.o->positions[j]);
    return cell_i != cell_j ? (cell_i > cell_j) - (cell_i < cell_j) : (i > j) - (i < j);
}

static int compare_distances(const void *a, const void *b)
{
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    float to_i = distance_squared(sorting.o, sorting.self, i);
    float to_j = distance_squared(sorting.o, sorting.self, j);
    return to_i != to_j ? (to_i > to_j) - (to_i < to_j) : (i > j) - (i < j);
}

// The neighbours of a particle, by number; `list` has room for all particles. Returns how many.
static uint32_t list_neighbours(const oracle *o, uint32_t i, uint32_t *list)
{
    uint32_t length = 0;
    for (uint32_t j = 0; j < o->count; j++)
        if (distance_squared(o, i, j) >= 0.0f) list[length++] = j;
    return length;
}

// count + 1 offsets, and behind them the lists of neighbours, by cell and within a cell by number;
// cut off where the room ends.
static void write_lists(const oracle *o, int room_each, uint32_t *list, uint32_t *lists)
{
    uint32_t *entries = lists + o->count + 1, total = 0;
    uint64_t room = (uint64_t)o->count * (uint64_t)room_each;
    for (uint32_t i = 0; i < o->count; i++) {
        uint32_t length = list_neighbours(o, i, list);
        qsort(list, length, sizeof *list, compare_cells);
        lists[i] = total;
        for (uint32_t n = 0; n < length; n++, total++)
            if (total < room) entries[total] = list[n];
    }
    lists[o->count] = total;
}

// The nearest first, of those as near the one with the smaller number; no number where there are
// fewer than k.
static void write_nearest(const oracle *o, uint32_t k, uint32_t *list, uint32_t *nearest)
{
    for (uint32_t i = 0; i < o->count; i++) {
        uint32_t length = list_neighbours(o, i, list);
        sorting.self = i;
        qsort(list, length, sizeof *list, compare_distances);
        for (uint32_t n = 0; n < k; n++) nearest[i * k + n] = n < length ? list[n] : 0xFFFFFFFFu;
    }
}

static bool answer_lists(const oracle *o, const oracle_task *task, bool nearest, uint32_t *expected)
{
    uint32_t *list = calloc(o->count, sizeof *list);
    if (list == NULL) {
        wb_error("there is no memory for a list of %u particles", o->count);
        return false;
    }
    sorting.o = o;
    sorting.grid = task->grid;
    if (nearest)
        write_nearest(o, (uint32_t)task->k, list, expected);
    else
        write_lists(o, task->room, list, expected);
    free(list);
    return true;
}

/* ---- All buffers ---- */

static bool answer(const oracle *o, const oracle_task *task, const char *buffer, void *expected)
{
    if (strcmp(buffer, "positions") == 0)
        return memcpy(expected, o->positions, o->count * sizeof *o->positions);
    if (strcmp(buffer, "velocities") == 0)
        return memcpy(expected, o->velocities, o->count * sizeof *o->velocities);
    if (strcmp(buffer, "found") == 0) return find(o, expected), true;
    if (strcmp(buffer, "nearest") == 0) return answer_lists(o, task, true, expected);
    if (strcmp(buffer, "neighbours") == 0) {
        wb_buffer_read(wb_buffer_find(buffer), expected); // behind the lists lies what was there
        return answer_lists(o, task, false, expected);
    }
    return task->is_build && answer_grid(o, task->grid, buffer, expected);
}

static void *copy_start(const char *buffer, size_t size_bytes)
{
    const void *start = wb_start_state(buffer);
    void *copy = malloc(size_bytes);
    if (start == NULL || copy == NULL) return free(copy), NULL;
    return memcpy(copy, start, size_bytes);
}

bool oracle_expect(const oracle_task *task, const char *buffer, int64_t steps, void *expected)
{
    oracle o = {.count = task->count, .radius = task->radius};
    o.positions = copy_start("positions", o.count * sizeof *o.positions);
    o.velocities = copy_start("velocities", o.count * sizeof *o.velocities);
    uint32_t *ids = task->any_order ? malloc((size_t)task->grid->ids.size_bytes) : NULL;
    bool good = o.positions != NULL && o.velocities != NULL && (ids != NULL || !task->any_order);
    if (!good) wb_error("there is no copy of the particles as they were at first");
    if (good && task->any_order) wb_buffer_read(&task->grid->ids, ids);
    o.accepted = ids;
    for (int64_t i = 0; good && i < steps; i++) move(&o, task);
    good = good && answer(&o, task, buffer, expected);
    free(o.positions);
    free(o.velocities);
    free(ids);
    return good;
}

// Where both are no number, they are equal; wb_check_equal() would never pass them.
static void forgive_nan(float *got, float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isnan(got[i]) && isnan(expected[i])) got[i] = expected[i] = 0.0f;
}

static bool verify_buffer(const oracle_task *task, const wb_buffer *buffer, bool *compared)
{
    void *expected = malloc((size_t)buffer->size_bytes), *got = malloc((size_t)buffer->size_bytes);
    bool good = expected != NULL && got != NULL;
    if (!good) wb_error("--check: no memory for two copies of buffer %s", buffer->name);
    if (good) wb_buffer_read(buffer, got);
    if (good && oracle_expect(task, buffer->name, wb_frame(), expected)) {
        *compared = true;
        wb_array array = wb_buffer_array(buffer, got);
        if (buffer->type == WB_F32) forgive_nan(got, expected, (size_t)buffer->size_bytes / 4);
        good = wb_check_equal(buffer->name, &array, expected);
    }
    free(expected);
    free(got);
    return good;
}

bool oracle_verify(const oracle_task *task)
{
    bool all_good = true, compared = false;
    for (int i = 0; wb_buffer_at(i) != NULL; i++)
        all_good = verify_buffer(task, wb_buffer_at(i), &compared) && all_good;
    if (!compared) wb_error("the oracle has no answer: nothing was compared");
    return all_good && compared;
}
