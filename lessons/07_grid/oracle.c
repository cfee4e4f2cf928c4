#include "oracle.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The particles as they should be.
typedef struct oracle {
    uint32_t count;
    float (*positions)[3], (*velocities)[4];
} oracle;

// One frame of shaders/07_grid/move.comp.
static void move(oracle *o)
{
    const float *low = lesson.low, *high = lesson.high, seconds = time_step();
    for (uint32_t i = 0; i < o->count; i++) {
        for (int k = 0; k < 3; k++) {
            float *position = &o->positions[i][k], *velocity = &o->velocities[i][k];
            *position += *velocity * seconds;
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
    return squared <= lesson.search_radius * lesson.search_radius && i != j ? squared : -1.0f;
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
static void sort_by_cell(const oracle *o, uint32_t *starts, uint32_t *ids, uint32_t *next)
{
    const wb_grid *grid = &lesson.grid;
    memset(starts, 0, (grid->cells + 1) * sizeof *starts);
    for (uint32_t i = 0; i < o->count; i++) starts[wb_grid_cell(grid, o->positions[i]) + 1]++;
    for (uint32_t c = 0; c < grid->cells; c++) starts[c + 1] += starts[c];
    memcpy(next, starts, grid->cells * sizeof *next);
    for (uint32_t i = 0; i < o->count; i++) ids[next[wb_grid_cell(grid, o->positions[i])]++] = i;
}

// The order that came out, if it holds the same particles in each cell, is as good as `ids`. `got`
// and `sorted` have room for all.
static void accept_order(const oracle *o, const uint32_t *starts, uint32_t *ids, uint32_t *got,
                         uint32_t *sorted)
{
    wb_buffer_read(&lesson.grid.ids, got);
    memcpy(sorted, got, o->count * sizeof *sorted);
    for (uint32_t c = 0; c < lesson.grid.cells; c++)
        qsort(sorted + starts[c], starts[c + 1] - starts[c], sizeof *sorted, compare_numbers);
    if (memcmp(sorted, ids, o->count * sizeof *sorted) == 0)
        memcpy(ids, got, o->count * sizeof *ids);
}

static wb_answer pick_grid(const oracle *o, const char *buffer, const uint32_t *starts,
                           const uint32_t *ids, void *expected)
{
    float(*vectors)[4] = expected;
    if (strcmp(buffer, "starts") == 0) {
        memcpy(expected, starts, (lesson.grid.cells + 1) * sizeof *starts);
    } else if (strcmp(buffer, "ids") == 0) {
        memcpy(expected, ids, o->count * sizeof *ids);
    } else if (strcmp(buffer, "sorted_positions") == 0) {
        for (uint32_t slot = 0; slot < o->count; slot++) {
            memcpy(vectors[slot], o->positions[ids[slot]], sizeof *o->positions);
            memcpy(&vectors[slot][3], &ids[slot], 4);
        }
    } else if (strcmp(buffer, "sorted_velocities") == 0) {
        for (uint32_t slot = 0; slot < o->count; slot++)
            memcpy(vectors[slot], o->velocities[ids[slot]], sizeof *vectors);
    } else {
        return WB_NO_ANSWER;
    }
    return WB_ANSWERED;
}

static wb_answer answer_grid(const oracle *o, const char *buffer, void *expected)
{
    size_t cells = lesson.grid.cells, count = o->count;
    uint32_t *starts = calloc(cells + 1, sizeof *starts), *ids = calloc(count, sizeof *ids);
    uint32_t *more = calloc(cells + 2 * count, sizeof *more);
    wb_answer result = WB_ANSWER_FAILED;
    if (starts == NULL || ids == NULL || more == NULL) {
        wb_error("there is no memory to sort %u particles on the CPU", o->count);
    } else {
        sort_by_cell(o, starts, ids, more);
        if (traits()->is_unordered) accept_order(o, starts, ids, more, more + count);
        result = pick_grid(o, buffer, starts, ids, expected);
    }
    free(starts);
    free(ids);
    free(more);
    return result;
}

/* ---- Lists ---- */

static struct {
    const oracle *o;
    uint32_t self;
} sorting; // for the functions that qsort() calls

static int compare_cells(const void *a, const void *b)
{
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    uint32_t cell_i = wb_grid_cell(&lesson.grid, sorting.o->positions[i]);
    uint32_t cell_j = wb_grid_cell(&lesson.grid, sorting.o->positions[j]);
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
static void write_lists(const oracle *o, uint32_t *list, uint32_t *lists)
{
    uint32_t *entries = lists + o->count + 1, total = 0;
    uint64_t room = (uint64_t)o->count * (uint64_t)lesson.room;
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
// fewer than K.
static void write_nearest(const oracle *o, uint32_t *list, uint32_t *nearest)
{
    for (uint32_t i = 0; i < o->count; i++) {
        uint32_t length = list_neighbours(o, i, list);
        sorting.self = i;
        qsort(list, length, sizeof *list, compare_distances);
        for (uint32_t n = 0; n < K; n++) nearest[i * K + n] = n < length ? list[n] : 0xFFFFFFFFu;
    }
}

static wb_answer answer_lists(const oracle *o, bool nearest, uint32_t *expected)
{
    uint32_t *list = calloc(o->count, sizeof *list);
    if (list == NULL) {
        wb_error("there is no memory for a list of %u particles", o->count);
        return WB_ANSWER_FAILED;
    }
    sorting.o = o;
    if (nearest)
        write_nearest(o, list, expected);
    else
        write_lists(o, list, expected);
    free(list);
    return WB_ANSWERED;
}

/* ---- All buffers ---- */

static wb_answer answer_search(const oracle *o, const char *buffer, void *expected)
{
    if (strcmp(buffer, "nearest") == 0) return answer_lists(o, true, expected);
    if (strcmp(buffer, "neighbours") == 0) {
        wb_buffer_read(&lesson.neighbours, expected); // behind the lists lies what was there
        return answer_lists(o, false, expected);
    }
    if (strcmp(buffer, "positions") == 0)
        memcpy(expected, o->positions, o->count * sizeof *o->positions);
    else if (strcmp(buffer, "velocities") == 0)
        memcpy(expected, o->velocities, o->count * sizeof *o->velocities);
    else if (strcmp(buffer, "found") == 0)
        find(o, expected);
    else
        return WB_NO_ANSWER;
    return WB_ANSWERED;
}

static wb_answer answer_build(const oracle *o, const char *buffer, void *expected)
{
    wb_answer result = answer_search(o, buffer, expected);
    return result == WB_NO_ANSWER ? answer_grid(o, buffer, expected) : result;
}

static void *copy_start(const char *buffer, size_t size_bytes)
{
    const void *start = wb_start_state(buffer);
    void *copy = malloc(size_bytes);
    if (start == NULL || copy == NULL) return free(copy), NULL;
    return memcpy(copy, start, size_bytes);
}

static wb_answer expect(wb_answer (*answer)(const oracle *o, const char *buffer, void *expected),
                        const char *buffer, int64_t steps, void *expected)
{
    oracle o = {.count = lesson.count};
    o.positions = copy_start("positions", o.count * sizeof *o.positions);
    o.velocities = copy_start("velocities", o.count * sizeof *o.velocities);
    wb_answer result = WB_ANSWER_FAILED;
    if (o.positions == NULL || o.velocities == NULL) {
        wb_error("there is no copy of the particles as they were at first");
    } else {
        for (int64_t i = 0; i < steps; i++) move(&o);
        result = answer(&o, buffer, expected);
    }
    free(o.positions);
    free(o.velocities);
    return result;
}

wb_answer search_expect(const char *buffer, int64_t steps, void *expected)
{
    return expect(answer_search, buffer, steps, expected);
}

wb_answer build_expect(const char *buffer, int64_t steps, void *expected)
{
    return expect(answer_build, buffer, steps, expected);
}

/* ---- Comparing ---- */

// Where both are no number, they are equal; wb_check_equal() would never pass them.
static void forgive_nan(float *got, float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isnan(got[i]) && isnan(expected[i])) got[i] = expected[i] = 0.0f;
}

// WB_RIGHT for a buffer that the oracle knows nothing of.
static wb_result verify_buffer(const wb_buffer *buffer, bool *compared)
{
    void *expected = malloc((size_t)buffer->size_bytes), *got = malloc((size_t)buffer->size_bytes);
    wb_answer answer = WB_ANSWER_FAILED;
    bool good = true;
    if (expected == NULL || got == NULL)
        wb_error("--check: no memory for two copies of buffer %s", buffer->name);
    else
        answer = wb_current_part()->expect(buffer->name, wb_frame(), expected);
    if (answer == WB_ANSWERED) {
        *compared = true;
        if (!wb_buffer_read(buffer, got)) answer = WB_ANSWER_FAILED;
    }
    if (answer == WB_ANSWERED) {
        wb_array array = wb_buffer_array(buffer, got);
        if (buffer->type == WB_F32) forgive_nan(got, expected, (size_t)buffer->size_bytes / 4);
        good = wb_check_equal(buffer->name, &array, expected);
        if (!good && buffer == &lesson.nearest)
            wb_note("of two that are equally far the smaller number comes first; 4294967295 stands "
                    "for no neighbour");
    }
    free(expected);
    free(got);
    return answer == WB_ANSWER_FAILED ? WB_NOT_RUN : wb_result_of(good);
}

/* ---- Causes, in the grid's words ---- */

typedef struct built {
    uint32_t *counts, *places, *starts, *ids; // as the passes have left them
    uint32_t *cells, *right, *taken;          // of each particle; in each cell; 1 + who has a slot
} built;

static uint32_t *read_words(const wb_buffer *buffer)
{
    uint32_t *words = malloc((size_t)buffer->size_bytes);
    if (words != NULL && wb_buffer_read(buffer, words)) return words;
    free(words);
    return NULL;
}

static bool read_built(built *b)
{
    const wb_grid *grid = &lesson.grid;
    float(*points)[4] = (float(*)[4])read_words(&lesson.points);
    *b = (built){.counts = read_words(&grid->counts),
                 .places = read_words(&grid->places),
                 .starts = read_words(&grid->starts),
                 .ids = read_words(&grid->ids),
                 .cells = calloc(lesson.count, 4),
                 .right = calloc(grid->cells, 4),
                 .taken = calloc(lesson.count, 4)};
    bool good = points != NULL && b->counts != NULL && b->places != NULL && b->starts != NULL &&
                b->ids != NULL && b->cells != NULL && b->right != NULL && b->taken != NULL;
    for (uint32_t i = 0; good && i < lesson.count; i++)
        b->right[b->cells[i] = wb_grid_cell(grid, points[i])]++;
    free(points);
    return good;
}

static bool tell_counts(const built *b)
{
    for (uint32_t c = 0; c < lesson.grid.cells; c++) {
        if (b->counts[c] == b->right[c]) continue;
        wb_note("cell %u has %u particles, and its counter says %u%s", c, b->right[c], b->counts[c],
                b->counts[c] > b->right[c] ? ": was it 0 at first?" : "");
        return true;
    }
    return false;
}

static bool tell_places(const built *b)
{
    for (uint32_t i = 0; i < lesson.count; i++) {
        uint32_t cell = b->places[2 * i], rank = b->places[2 * i + 1];
        if (cell != b->cells[i])
            wb_note("particle %u is in cell %u, and `places` says %u", i, b->cells[i], cell);
        else if (rank >= b->right[cell])
            wb_note("particle %u has rank %u in cell %u, which has %u: the first rank is 0", i,
                    rank, cell, b->right[cell]);
        else if (b->taken[b->starts[cell] + rank] > 0)
            wb_note("particles %u and %u both have rank %u in cell %u",
                    b->taken[b->starts[cell] + rank] - 1, i, rank, cell);
        else {
            b->taken[b->starts[cell] + rank] = i + 1;
            continue;
        }
        return true;
    }
    return false;
}

static void tell_slots(const built *b)
{
    for (uint32_t slot = 0, cell = 0; slot < lesson.count; slot++) {
        while (slot >= b->starts[cell + 1]) cell++;
        uint32_t id = b->ids[slot];
        if (id >= lesson.count)
            wb_note("slot %u, of cell %u, has not been written", slot, cell);
        else if (b->cells[id] != cell)
            wb_note("slot %u is one of cell %u, and particle %u in it is in cell %u", slot, cell,
                    id, b->cells[id]);
        else if (b->taken[slot] != id + 1)
            wb_note("slot %u should have particle %u, by its rank, and has %u", slot,
                    b->taken[slot] - 1, id);
        else
            continue;
        return;
    }
}

// The build, from the front: what a pass has left wrong, all behind it have to live with. Places
// and slots are told of the plain one, whose passes are the text's.
static void tell_build(void)
{
    built b;
    if (read_built(&b) && !tell_counts(&b) && traits()->is_plain && !tell_places(&b))
        tell_slots(&b);
    uint32_t *const words[] = {b.counts, b.places, b.starts, b.ids, b.cells, b.right, b.taken};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) free(words[i]);
}

// The first particle whose search went wrong, and where it is.
static void tell_search(void)
{
    const uint32_t *size = lesson.grid.size;
    uint32_t(*got)[4] = (uint32_t(*)[4])read_words(&lesson.found);
    uint32_t(*right)[4] = malloc((size_t)lesson.found.size_bytes);
    float(*points)[4] = (float(*)[4])read_words(&lesson.points);
    bool good = got != NULL && right != NULL && points != NULL &&
                search_expect("found", wb_frame(), right) == WB_ANSWERED;
    for (uint32_t i = 0; good && i < lesson.count; i++) {
        if (memcmp(got[i], right[i], sizeof got[i]) == 0) continue;
        uint32_t cell = wb_grid_cell(&lesson.grid, points[i]);
        wb_note("particle %u, in cell (%u, %u, %u) of %u x %u x %u, has %u neighbours, and found "
                "%u%s",
                i, cell % size[0], cell / size[0] % size[1], cell / size[0] / size[1], size[0],
                size[1], size[2], right[i][0], got[i][0],
                got[i][0] == right[i][0] ? ": others" : "");
        break;
    }
    free(got);
    free(right);
    free(points);
}

static wb_result verify(void)
{
    wb_result result = WB_RIGHT;
    bool compared = false;
    for (int i = 0; wb_buffer_at(i) != NULL; i++)
        result = wb_result_and(result, verify_buffer(wb_buffer_at(i), &compared));
    bool has_cells = !traits()->is_brute && !lesson.grid.desc.hashed;
    if (result == WB_WRONG && has_cells) tell_build();
    if (result == WB_WRONG && has_cells && lesson.found.id != 0) tell_search();
    if (compared) return result;
    wb_error("the oracle has no answer: nothing was compared");
    return WB_NOT_RUN;
}

wb_result search_verify(void)
{
    if (lesson.count > MOST_FOR_BRUTE) {
        wb_error("%u particles are too many to compare all pairs on the CPU; --check can do up to "
                 "%d",
                 lesson.count, MOST_FOR_BRUTE);
        return WB_NOT_RUN;
    }
    // For glGetBufferSubData in verify(). The frames of lists and of the nearest end with it
    // already.
    if (!traits()->writes_lists && lesson.nearest.id == 0)
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    return verify();
}

wb_result build_verify(void)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in verify()
    return verify();
}
