// What is right: a step of smoke on the CPU, in the kernels' order of sums and products, so that
// the two agree to the last bit.
#include "smoke.h"

#include "state.h"

#include <stdlib.h>
#include <string.h>

typedef struct volume {
    float *at;
    int size[3];
} volume;

enum { SMOKE_AIR, HEAT_AIR, AIR_X, AIR_Y, AIR_Z, PRESSURE_AIR, FIELDS };

// What the state's buffers hold.
typedef struct air {
    volume now[FIELDS];
    uint32_t *openings;
} air;

static const char *const names[FIELDS] = {"smoke",      "heat",       "velocity_x",
                                          "velocity_y", "velocity_z", "pressure"};

static int clamp(int i, int count)
{
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

static size_t count_of(const volume *v)
{
    return (size_t)v->size[0] * (size_t)v->size[1] * (size_t)v->size[2];
}

static float *place(const volume *v, int x, int y, int z)
{
    return v->at + ((size_t)z * (size_t)v->size[1] + (size_t)y) * (size_t)v->size[0] + (size_t)x;
}

static float at(const volume *v, int x, int y, int z)
{
    return *place(v, clamp(x, v->size[0]), clamp(y, v->size[1]), clamp(z, v->size[2]));
}

// In the kernel's order: first along x, then y, then z.
static float between(const volume *v, const float where[3])
{
    int a[3], b[3];
    float part[3];
    for (int k = 0; k < 3; k++) {
        float from_first = where[k] - 0.5f, last = (float)(v->size[k] - 1);
        from_first = from_first < 0 ? 0 : from_first > last ? last : from_first;
        a[k] = (int)from_first;
        b[k] = a[k] + 1 < v->size[k] ? a[k] + 1 : a[k];
        part[k] = from_first - (float)a[k];
    }
    float lines[4], planes[2];
    for (int i = 0; i < 4; i++) {
        int y = i % 2 ? b[1] : a[1], z = i / 2 ? b[2] : a[2];
        float low = *place(v, a[0], y, z), high = *place(v, b[0], y, z);
        lines[i] = low + part[0] * (high - low);
    }
    for (int i = 0; i < 2; i++)
        planes[i] = lines[2 * i] + part[1] * (lines[2 * i + 1] - lines[2 * i]);
    return planes[0] + part[2] * (planes[1] - planes[0]);
}

/* ---- Faces ---- */

static uint32_t openings_of(const air *a, int x, int y, int z)
{
    const int *size = lesson.smoke.size;
    if (x < 0 || y < 0 || z < 0 || x >= size[0] || y >= size[1] || z >= size[2]) return 0;
    return a->openings[((size_t)z * (size_t)size[1] + (size_t)y) * (size_t)size[0] + (size_t)x];
}

static bool is_open(const air *a, int axis, int x, int y, int z)
{
    static const uint32_t low[3] = {OPEN_LEFT, OPEN_BELOW, OPEN_BACK};
    if (axis == 1 && y == lesson.smoke.size[1])
        return (openings_of(a, x, y - 1, z) & OPEN_ABOVE) != 0;
    return (openings_of(a, x, y, z) & low[axis]) != 0;
}

static float mean_of(const volume *v, const int one[3], const int other[3], int axis)
{
    int x = axis == 0, y = axis == 1, z = axis == 2;
    float sum = (at(v, one[0], one[1], one[2]) + at(v, other[0], other[1], other[2])) +
                (at(v, one[0] + x, one[1] + y, one[2] + z) +
                 at(v, other[0] + x, other[1] + y, other[2] + z));
    return 0.25f * sum;
}

// Where the air in the middle of a low face of p was a step ago, in that component's texels.
static void face_origin(const air *a, int axis, const int p[3], float from[3])
{
    int before[3] = {p[0] - (axis == 0), p[1] - (axis == 1), p[2] - (axis == 2)};
    for (int k = 0; k < 3; k++) {
        const volume *v = &a->now[AIR_X + k];
        float velocity = k == axis ? at(v, p[0], p[1], p[2]) : mean_of(v, before, p, k);
        from[k] = (float)p[k] + 0.5f - velocity;
    }
}

/* ---- Moving ---- */

static float source_at(const int p[3])
{
    const float *origin = lesson.smoke.origin;
    float inverse = 1.0f / (origin[3] * origin[3]), d[3];
    for (int k = 0; k < 3; k++) d[k] = (float)p[k] + 0.5f - origin[k];
    float inside = 1.0f - ((d[0] * d[0] + d[1] * d[1]) + d[2] * d[2]) * inverse;
    float twice = 2.0f * inside;
    return lesson.smoke.source * (twice < 0 ? 0 : twice > 1 ? 1 : twice);
}

static float flickering(float fresh, const int p[3], int64_t step)
{
    uint32_t word = (uint32_t)(p[0] / 4) * 0x9E3779B1u ^ (uint32_t)(p[1] / 4) * 0x85EBCA77u ^
                    (uint32_t)(p[2] / 4) * 0xC2B2AE3Du ^ (uint32_t)(step / 4) * 0x27D4EB2Fu;
    word = (word ^ (word >> 15)) * 0x2C1B3C6Du;
    word = (word ^ (word >> 12)) * 0x297A2D39u;
    float less = lesson.smoke.flicker * ((float)(word >> 16) * (1.0f / 65536.0f));
    return fresh * (1.0f - less);
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static void move_cell(const air *a, const int p[3], int64_t step, volume *smoke, volume *heat)
{
    float from[3];
    for (int k = 0; k < 3; k++) {
        const volume *v = &a->now[AIR_X + k];
        float sum =
            at(v, p[0], p[1], p[2]) + at(v, p[0] + (k == 0), p[1] + (k == 1), p[2] + (k == 2));
        from[k] = (float)p[k] + 0.5f - 0.5f * sum;
    }
    float fresh = source_at(p), fade = lesson.smoke.fade;
    bool is_air = openings_of(a, p[0], p[1], p[2]) != 0;
    float dark = fade * between(&a->now[SMOKE_AIR], from);
    float warm = fade * between(&a->now[HEAT_AIR], from);
    *place(smoke, p[0], p[1], p[2]) = is_air ? larger(dark, fresh) : 0;
    *place(heat, p[0], p[1], p[2]) = is_air ? larger(warm, flickering(fresh, p, step)) : 0;
}

static void move(air *a, air *next, int64_t step)
{
    for (int field = SMOKE_AIR; field < PRESSURE_AIR; field++) {
        volume *v = &next->now[field];
        if (field == HEAT_AIR) continue; // together with the smoke
        for (int z = 0; z < v->size[2]; z++)
            for (int y = 0; y < v->size[1]; y++)
                for (int x = 0; x < v->size[0]; x++) {
                    int p[3] = {x, y, z}, axis = field - AIR_X;
                    float from[3];
                    if (field == SMOKE_AIR) {
                        move_cell(a, p, step, v, &next->now[HEAT_AIR]);
                        continue;
                    }
                    face_origin(a, axis, p, from);
                    *place(v, x, y, z) =
                        is_open(a, axis, x, y, z) ? between(&a->now[field], from) : 0;
                }
    }
    for (int field = SMOKE_AIR; field < PRESSURE_AIR; field++) {
        volume old = a->now[field];
        a->now[field] = next->now[field];
        next->now[field] = old;
    }
}

/* ---- Pushing ---- */

static void push(air *a)
{
    volume *v = &a->now[AIR_Y];
    const volume *heat = &a->now[HEAT_AIR];
    float lift = lesson.smoke.buoyancy * (float)lesson.smoke.size[1];
    for (int z = 0; z < v->size[2]; z++)
        for (int y = 0; y < v->size[1]; y++)
            for (int x = 0; x < v->size[0]; x++)
                if (is_open(a, 1, x, y, z)) {
                    float warm = 0.5f * (at(heat, x, y - 1, z) + at(heat, x, y, z));
                    *place(v, x, y, z) = *place(v, x, y, z) + lift * warm;
                }
}

/* ---- Pressure ---- */

static void diverge(const air *a, float *divergence)
{
    const int *size = lesson.smoke.size;
    const volume *v = &a->now[AIR_X];
    for (int z = 0; z < size[2]; z++)
        for (int y = 0; y < size[1]; y++)
            for (int x = 0; x < size[0]; x++) {
                float across = at(&v[0], x + 1, y, z) - at(&v[0], x, y, z);
                float up = at(&v[1], x, y + 1, z) - at(&v[1], x, y, z);
                float deep = at(&v[2], x, y, z + 1) - at(&v[2], x, y, z);
                *divergence++ = (across + up) + deep;
            }
}

static void project(air *a)
{
    for (int axis = 0; axis < 3; axis++) {
        volume *v = &a->now[AIR_X + axis];
        const volume *p = &a->now[PRESSURE_AIR];
        for (int z = 0; z < v->size[2]; z++)
            for (int y = 0; y < v->size[1]; y++)
                for (int x = 0; x < v->size[0]; x++)
                    if (is_open(a, axis, x, y, z)) {
                        float here = y < p->size[1] ? at(p, x, y, z) : 0;
                        float before = at(p, x - (axis == 0), y - (axis == 1), z - (axis == 2));
                        *place(v, x, y, z) -= here - before;
                    }
    }
}

/* ---- The answer ---- */

static bool allocate(air *a, bool is_start)
{
    for (int field = 0; field < FIELDS; field++) {
        volume *v = &a->now[field];
        const float *start = is_start ? wb_start_state(names[field]) : NULL;
        int axis = field >= AIR_X && field <= AIR_Z ? field - AIR_X : 3;
        smoke_face_sizes(axis, v->size);
        v->at = calloc(count_of(v), sizeof *v->at);
        if (v->at == NULL || (is_start && start == NULL)) return false;
        if (is_start) memcpy(v->at, start, count_of(v) * sizeof *v->at);
    }
    return true;
}

static void release(air *a)
{
    for (int field = 0; field < FIELDS; field++) free(a->now[field].at);
}

static bool compute(air *a, air *next, float *divergence, int64_t steps)
{
    for (int64_t step = 0; step < steps; step++) {
        move(a, next, step);
        push(a);
        diverge(a, divergence);
        if (!smoke_solve(a->openings, divergence, a->now[PRESSURE_AIR].at)) return false;
        project(a);
    }
    return true;
}

wb_answer smoke_expect(const char *buffer, int64_t steps, void *expected)
{
    air now = {0}, next = {0};
    size_t bytes = smoke_cells() * sizeof(float);
    int field = 0;
    while (field < FIELDS && strcmp(names[field], buffer) != 0) field++;
    if (field == FIELDS) return WB_NO_ANSWER;
    float *divergence = malloc(bytes);
    now.openings = next.openings = malloc(bytes);
    bool good = divergence != NULL && now.openings != NULL && allocate(&now, true) &&
                allocate(&next, false) && wb_buffer_read(&lesson.smoke.openings, now.openings);
    good = good && compute(&now, &next, divergence, steps);
    if (good) memcpy(expected, now.now[field].at, count_of(&now.now[field]) * sizeof(float));
    if (!good) wb_error("the oracle has no memory for %zu cells", smoke_cells());
    release(&now);
    release(&next);
    free(now.openings);
    free(divergence);
    return good ? WB_ANSWERED : WB_ANSWER_FAILED;
}
