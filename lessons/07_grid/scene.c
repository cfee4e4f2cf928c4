#include "scene.h"

#include "base/message.h"
#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(scene *made)
{
    made->velocities = calloc((size_t)made->count, sizeof *made->velocities);
    if (made->positions == NULL)
        made->positions = calloc((size_t)made->count, sizeof *made->positions);
    if (made->positions != NULL && made->velocities != NULL) return true;
    wb_error("there is no memory for %u particles", made->count);
    return false;
}

bool scene_spread(scene *made, uint32_t count, int dimensions, uint64_t seed)
{
    *made = (scene){.count = count, .low = {-0.8f, -0.5f, -0.5f}, .high = {0.8f, 0.5f, 0.5f}};
    if (dimensions == 2) made->low[2] = made->high[2] = 0.0f;
    if (!make_room(made)) return false;
    wb_random random = wb_random_seed(seed);
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < dimensions; k++) {
            float share = wb_random_float(&random);
            made->positions[i][k] = made->low[k] + share * (made->high[k] - made->low[k]);
            made->velocities[i][k] = 2.0f * wb_random_float(&random) - 1.0f;
        }
    }
    memset(made->positions[0], 0, sizeof made->positions[0]);
    return true;
}

void scene_round(scene *made, int n)
{
    for (uint32_t i = 0; i < made->count; i++)
        for (int k = 0; k < 3; k++)
            made->positions[i][k] = truncf(made->positions[i][k] * (float)n) / (float)n;
}

bool scene_take(scene *made, wb_array *array)
{
    *made = (scene){.count = (uint32_t)array->shape[0], .positions = array->data};
    array->data = NULL;
    if (!make_room(made)) return false;
    bool is_first = true;
    for (uint32_t i = 0; i < made->count; i++) {
        const float *p = made->positions[i];
        if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2])) continue;
        for (int k = 0; k < 3; k++) {
            made->low[k] = is_first ? p[k] : fminf(made->low[k], p[k]);
            made->high[k] = is_first ? p[k] : fmaxf(made->high[k], p[k]);
        }
        is_first = false;
    }
    return true;
}

/* ---- The order of the cells ---- */

typedef struct cell_entry {
    double cell;
    uint32_t particle;
} cell_entry;

// A double, because cells for a hashed grid may be so small that no 32 bits could number them.
static double number_of_cell(const scene *made, float cell_size, const float point[3])
{
    double number = 0.0;
    for (int k = 2; k >= 0; k--) {
        double length = (double)made->high[k] - (double)made->low[k];
        double cells = fmax(ceil(length / (double)cell_size), 1.0);
        double cell = (double)floorf((point[k] - made->low[k]) * (1.0f / cell_size));
        number = number * cells + fmin(cell, cells - 1.0); // the upper border is the last cell's
    }
    return number;
}

static int compare_entries(const void *a, const void *b)
{
    const cell_entry *x = a, *y = b;
    if (x->cell != y->cell) return x->cell < y->cell ? -1 : 1;
    return (x->particle > y->particle) - (x->particle < y->particle);
}

bool scene_sort(scene *made, float cell_size)
{
    cell_entry *entries = calloc((size_t)made->count, sizeof *entries);
    if (entries == NULL) {
        wb_error("there is no memory to sort %u particles", made->count);
        return false;
    }
    scene sorted = *made;
    sorted.positions = NULL; // room of its own
    bool good = make_room(&sorted);
    for (uint32_t i = 0; i < made->count; i++)
        entries[i] = (cell_entry){number_of_cell(made, cell_size, made->positions[i]), i};
    qsort(entries, made->count, sizeof *entries, compare_entries);
    for (uint32_t i = 0; good && i < made->count; i++) {
        uint32_t from = entries[i].particle;
        memcpy(sorted.positions[i], made->positions[from], sizeof made->positions[from]);
        memcpy(sorted.velocities[i], made->velocities[from], sizeof made->velocities[from]);
    }
    free(entries);
    scene_free(good ? made : &sorted);
    if (good) *made = sorted;
    return good;
}

/* ---- The end, and the radius ---- */

void scene_free(scene *made)
{
    free(made->positions);
    free(made->velocities);
    *made = (scene){0};
}

float scene_radius(const scene *made, float per_cell)
{
    double volume = 1.0, dimensions = 0.0;
    for (int k = 0; k < 3; k++) {
        double length = (double)made->high[k] - (double)made->low[k];
        if (length <= 0.0) continue;
        volume *= length;
        dimensions++;
    }
    if (dimensions <= 0.0) return 1.0f; // all in one point
    return (float)pow(volume * (double)per_cell / made->count, 1.0 / dimensions);
}
