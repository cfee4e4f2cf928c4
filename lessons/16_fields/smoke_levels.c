// The levels of the multigrid solver: boxes of half as many cells each way, and the equations of
// their cells. A coarse cell is made of eight, or of fewer at the far walls of an odd box.
#include "smoke.h"

#include "state.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- Areas ---- */

// How much of each cell's low faces is open, in faces of the finest cells: x, y, z; and of its
// ceiling, if that leads out.
typedef struct areas {
    int size[3];
    float (*at)[4];
} areas;

static float *area_of(const areas *a, int x, int y, int z)
{
    return a->at[((size_t)z * (size_t)a->size[1] + (size_t)y) * (size_t)a->size[0] + (size_t)x];
}

static bool allocate(areas *a, const int size[3])
{
    for (int k = 0; k < 3; k++) a->size[k] = size[k];
    a->at = calloc((size_t)size[0] * (size_t)size[1] * (size_t)size[2], sizeof *a->at);
    if (a->at == NULL)
        wb_error("there is no memory for a level of %d x %d x %d", size[0], size[1], size[2]);
    return a->at != NULL;
}

static bool measure_finest(areas *a, const uint32_t *openings)
{
    if (!allocate(a, lesson.smoke.size)) return false;
    for (size_t i = 0; i < smoke_cells(); i++) {
        size_t y = i / (size_t)a->size[0] % (size_t)a->size[1];
        a->at[i][0] = (openings[i] & OPEN_LEFT) != 0;
        a->at[i][1] = (openings[i] & OPEN_BELOW) != 0;
        a->at[i][2] = (openings[i] & OPEN_BACK) != 0;
        a->at[i][3] = (openings[i] & OPEN_ABOVE) != 0 && y + 1 == (size_t)a->size[1];
    }
    return true;
}

// A coarse face is the four fine ones that lie in it.
static bool measure_coarser(areas *coarse, const areas *fine, const int size[3])
{
    if (!allocate(coarse, size)) return false;
    for (int z = 0; z < fine->size[2]; z++)
        for (int y = 0; y < fine->size[1]; y++)
            for (int x = 0; x < fine->size[0]; x++) {
                const float *from = area_of(fine, x, y, z);
                float *to = area_of(coarse, x / 2, y / 2, z / 2);
                if (x % 2 == 0) to[0] += from[0];
                if (y % 2 == 0) to[1] += from[1];
                if (z % 2 == 0) to[2] += from[2];
                to[3] += from[3];
            }
    return true;
}

/* ---- Equations ---- */

// How wide cell i of a level is, in finest cells: the last one of an odd box less than the others.
static int width_of(int i, int level, int finest)
{
    int from = i << level, to = (i + 1) << level;
    return (to < finest ? to : finest) - from;
}

// Between the middles of cells i - 1 and i.
static float distance(int i, int level, int finest)
{
    return 0.5f * (float)(width_of(i - 1, level, finest) + width_of(i, level, finest));
}

// The weight of the neighbour on the low side: how much is open, over how far it is.
static float weight_of(const areas *a, const int p[3], int axis, int level)
{
    if (p[axis] == 0 || p[axis] >= a->size[axis]) return 0;
    float area = area_of(a, p[0], p[1], p[2])[axis];
    return area / distance(p[axis], level, lesson.smoke.size[axis]);
}

// Eight numbers, as stencils.glsl has them.
static void fill_stencil(const areas *a, int x, int y, int z, int level, float stencil[8])
{
    const int *finest = lesson.smoke.size;
    float sum = 0, ceiling = area_of(a, x, y, z)[3];
    for (int axis = 0; axis < 3; axis++) {
        int high[3] = {x + (axis == 0), y + (axis == 1), z + (axis == 2)};
        stencil[axis] = weight_of(a, (int[]){x, y, z}, axis, level);
        stencil[4 + axis] = weight_of(a, high, axis, level);
        sum += stencil[axis] + stencil[4 + axis];
    }
    sum += ceiling / (0.5f * (float)width_of(y, level, finest[1]) + 0.5f); // to half a cell above
    stencil[3] = sum;
    stencil[7] = sum > 0 ? 1.0f / sum : 0;
}

static void fill_stencils(const areas *a, int level, float *stencils)
{
    for (int z = 0; z < a->size[2]; z++)
        for (int y = 0; y < a->size[1]; y++)
            for (int x = 0; x < a->size[0]; x++, stencils += 8)
                fill_stencil(a, x, y, z, level, stencils);
}

/* ---- Memory ---- */

static bool create_level(smoke_level *l, int level, const float *stencils, const float *zeros)
{
    struct {
        wb_buffer *buffer;
        const float *data;
        const char *what;
        size_t numbers;
        bool internal;
    } rows[] = {{&l->stencils, stencils, "stencils", 8, true},
                {&l->right, zeros, "right", 0, false},
                {&l->pressure, zeros, "pressure", 0, false}};
    bool good = true;
    for (int i = 0; i < 3; i++) {
        snprintf(l->names[i], sizeof l->names[i], "%s_%d", rows[i].what, level);
        good = good &&
               wb_buffer_create(rows[i].buffer,
                                &(wb_buffer_desc){.name = l->names[i],
                                                  .type = WB_F32,
                                                  .shape = {(size_t)l->size[2], (size_t)l->size[1],
                                                            (size_t)l->size[0], rows[i].numbers},
                                                  .data = rows[i].data,
                                                  .internal = rows[i].internal});
    }
    return good;
}

static bool is_bottom(const int size[3])
{
    return (int64_t)((size[0] + 1) / 2) * size[1] * size[2] <= BOTTOM_PAIRS;
}

static bool add_level(areas *fine, int level)
{
    smoke_level *l = &lesson.smoke.levels[level];
    areas coarse = {0};
    for (int k = 0; k < 3; k++) l->size[k] = (fine->size[k] + 1) / 2;
    size_t cells = (size_t)l->size[0] * (size_t)l->size[1] * (size_t)l->size[2];
    float *stencils = calloc(9 * cells, sizeof *stencils);
    if (stencils == NULL) wb_error("there is no memory for the equations of %zu cells", cells);
    bool good = stencils != NULL && measure_coarser(&coarse, fine, l->size);
    if (good) fill_stencils(&coarse, level, stencils);
    good = good && create_level(l, level, stencils, stencils + 8 * cells);
    free(stencils);
    free(fine->at);
    *fine = coarse;
    return good;
}

bool smoke_create_levels(const uint32_t *openings)
{
    areas fine = {0};
    bool good = measure_finest(&fine, openings);
    int level = 0;
    do {
        level++;
        good = good && add_level(&fine, level);
    } while (good && !is_bottom(fine.size));
    lesson.smoke.level_count = level + 1;
    free(fine.at);
    return good;
}

void smoke_delete_levels(void)
{
    for (int level = 1; level < SMOKE_MOST_LEVELS; level++) {
        wb_buffer_delete(&lesson.smoke.levels[level].stencils);
        wb_buffer_delete(&lesson.smoke.levels[level].right);
        wb_buffer_delete(&lesson.smoke.levels[level].pressure);
    }
}
