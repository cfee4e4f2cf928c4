// The pressure solvers on the CPU, in the kernels' order of sums and products.
#include "smoke.h"

#include "state.h"

#include <stdlib.h>
#include <string.h>

typedef struct level {
    int size[3];
    float (*stencils)[8]; // as in stencils.glsl
    float *right, *pressure;
} level;

static size_t count_of(const level *l)
{
    return (size_t)l->size[0] * (size_t)l->size[1] * (size_t)l->size[2];
}

static size_t place(const level *l, int x, int y, int z)
{
    return ((size_t)z * (size_t)l->size[1] + (size_t)y) * (size_t)l->size[0] + (size_t)x;
}

/* ---- One level ---- */

static float weighed(float weight, const float *pressure)
{
    return weight > 0 ? weight * *pressure : 0;
}

static float sum_of_neighbours(const level *l, size_t i)
{
    const float *s = l->stencils[i], *p = l->pressure + i;
    ptrdiff_t row = l->size[0], slice = row * l->size[1];
    float across = weighed(s[0], p - 1) + weighed(s[4], p + 1);
    float up = weighed(s[1], p - row) + weighed(s[5], p + row);
    float deep = weighed(s[2], p - slice) + weighed(s[6], p + slice);
    return (across + up) + deep;
}

static float solved(const level *l, size_t i)
{
    return (sum_of_neighbours(l, i) - l->right[i]) * l->stencils[i][7];
}

static void relax(level *l, float omega)
{
    for (int colour = 0; colour < 2; colour++)
        for (int z = 0; z < l->size[2]; z++)
            for (int y = 0; y < l->size[1]; y++)
                for (int x = (y + z + colour) % 2; x < l->size[0]; x += 2) {
                    size_t i = place(l, x, y, z);
                    l->pressure[i] = l->pressure[i] + omega * (solved(l, i) - l->pressure[i]);
                }
}

/* ---- Between two ---- */

static float residual(const level *l, int x, int y, int z)
{
    if (x >= l->size[0] || y >= l->size[1] || z >= l->size[2]) return 0;
    size_t i = place(l, x, y, z);
    return (l->right[i] - sum_of_neighbours(l, i)) + l->stencils[i][3] * l->pressure[i];
}

static float row_of(const level *l, int x, int y, int z)
{
    return residual(l, x, y, z) + residual(l, x + 1, y, z);
}

static void go_down(const level *fine, level *coarse)
{
    for (int z = 0; z < coarse->size[2]; z++)
        for (int y = 0; y < coarse->size[1]; y++)
            for (int x = 0; x < coarse->size[0]; x++) {
                int fx = 2 * x, fy = 2 * y, fz = 2 * z;
                float back = row_of(fine, fx, fy, fz) + row_of(fine, fx, fy + 1, fz);
                float front = row_of(fine, fx, fy, fz + 1) + row_of(fine, fx, fy + 1, fz + 1);
                coarse->right[place(coarse, x, y, z)] = back + front;
                coarse->pressure[place(coarse, x, y, z)] = 0;
            }
}

static float found(const level *l, int x, int y, int z, float here)
{
    if (y >= l->size[1]) return 0;
    if (x < 0 || y < 0 || z < 0 || x >= l->size[0] || z >= l->size[2]) return here;
    size_t i = place(l, x, y, z);
    return l->stencils[i][3] > 0 ? l->pressure[i] : here;
}

static float mix(float nearer, float further)
{
    return 0.75f * nearer + 0.25f * further;
}

static float along_xy(const level *l, int x, int y, int z, const int side[2], float here)
{
    return mix(mix(found(l, x, y, z, here), found(l, x + side[0], y, z, here)),
               mix(found(l, x, y + side[1], z, here), found(l, x + side[0], y + side[1], z, here)));
}

static void go_up(level *fine, const level *coarse, bool is_finest)
{
    for (int z = 0; z < fine->size[2]; z++)
        for (int y = 0; y < fine->size[1]; y++)
            for (int x = 0; x < fine->size[0]; x++) {
                size_t i = place(fine, x, y, z);
                int cx = x / 2, cy = y / 2, cz = z / 2, side[2] = {x % 2 * 2 - 1, y % 2 * 2 - 1};
                if (is_finest && fine->stencils[i][3] <= 0) continue;
                float here = found(coarse, cx, cy, cz, 0);
                fine->pressure[i] += mix(along_xy(coarse, cx, cy, cz, side, here),
                                         along_xy(coarse, cx, cy, cz + z % 2 * 2 - 1, side, here));
            }
}

/* ---- The solvers ---- */

static void sweep_jacobi(level *l, float *next)
{
    for (size_t i = 0; i < count_of(l); i++) next[i] = solved(l, i);
    memcpy(l->pressure, next, count_of(l) * sizeof *next);
}

static void v_cycle(level *levels, int count)
{
    for (int l = 0; l + 1 < count; l++) {
        relax(&levels[l], CYCLE_OMEGA);
        go_down(&levels[l], &levels[l + 1]);
    }
    for (int i = 0; i < BOTTOM_SWEEPS; i++) relax(&levels[count - 1], BOTTOM_OMEGA);
    for (int l = count - 2; l >= 0; l--) {
        go_up(&levels[l], &levels[l + 1], l == 0);
        relax(&levels[l], CYCLE_OMEGA);
    }
}

static void solve(level *levels, int count, float *next)
{
    int sweeps = smoke_sweeps() * (traits()->sweeps_twice ? 2 : 1);
    for (int i = 0; i < sweeps; i++) switch (traits()->solver) {
        case JACOBI: sweep_jacobi(&levels[0], next); break;
        case RED_BLACK: relax(&levels[0], lesson.smoke.omega); break;
        default: v_cycle(levels, count);
        }
}

/* ---- Memory ---- */

static bool allocate(level *l, const int size[3])
{
    for (int k = 0; k < 3; k++) l->size[k] = size[k];
    l->stencils = malloc(count_of(l) * sizeof *l->stencils);
    l->right = malloc(count_of(l) * sizeof *l->right);
    l->pressure = malloc(count_of(l) * sizeof *l->pressure);
    return l->stencils != NULL && l->right != NULL && l->pressure != NULL;
}

// The box itself as a level: an open face counts 1.
static void fill_finest(level *l, const uint32_t *openings)
{
    static const uint32_t faces[8] = {OPEN_LEFT,  OPEN_BELOW, OPEN_BACK,  0,
                                      OPEN_RIGHT, OPEN_ABOVE, OPEN_FRONT, 0};
    for (size_t i = 0; i < count_of(l); i++) {
        float *s = l->stencils[i], sum = 0;
        for (int k = 0; k < 8; k++) {
            s[k] = (openings[i] & faces[k]) != 0;
            sum += s[k];
        }
        bool is_highest = i / (size_t)l->size[0] % (size_t)l->size[1] == (size_t)l->size[1] - 1;
        if (is_highest) s[5] = 0; // out: the pressure there is 0
        s[3] = sum;
        s[7] = sum > 0 ? 1.0f / sum : 0;
    }
}

bool smoke_solve(const uint32_t *openings, const float *divergence, float *pressure)
{
    level levels[SMOKE_MOST_LEVELS] = {0};
    smoke_state *s = &lesson.smoke;
    int count = traits()->solver == MULTIGRID ? s->level_count : 1;
    float *next = malloc(smoke_cells() * sizeof *next);
    bool good = next != NULL && allocate(&levels[0], s->size);
    for (int l = 1; good && l < count; l++)
        good = allocate(&levels[l], s->levels[l].size) &&
               wb_buffer_read(&s->levels[l].stencils, levels[l].stencils);
    if (good) {
        size_t bytes = smoke_cells() * sizeof *pressure;
        fill_finest(&levels[0], openings);
        memcpy(levels[0].right, divergence, bytes);
        memcpy(levels[0].pressure, pressure, bytes);
        solve(levels, count, next);
        memcpy(pressure, levels[0].pressure, bytes);
    }
    for (int l = 0; l < count; l++) {
        free(levels[l].stencils);
        free(levels[l].right);
        free(levels[l].pressure);
    }
    free(next);
    return good;
}
