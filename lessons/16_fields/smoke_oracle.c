// What is right: a step of smoke on the CPU, in the kernels' order of sums and products, so that
// the two agree to the last bit.
#include "smoke.h"

#include "state.h"

#include <math.h>
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
    volume whirls[4]; // how fast, and around which axis: x, y, z
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

// How far a place lies behind the middle of the first texel along an axis, within the volume. A
// wrong kernel's velocity may be no number; then it is the first.
static float from_first(const volume *v, const float where[3], int axis)
{
    float texels = where[axis] - 0.5f, last = (float)(v->size[axis] - 1);
    return !(texels > 0) ? 0 : texels > last ? last : texels;
}

// In the kernel's order: first along x, then y, then z.
static float between(const volume *v, const float where[3])
{
    int a[3], b[3];
    float part[3];
    for (int k = 0; k < 3; k++) {
        float texels = from_first(v, where, k);
        a[k] = (int)texels;
        b[k] = a[k] + 1 < v->size[k] ? a[k] + 1 : a[k];
        part[k] = texels - (float)a[k];
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

static float faded(float value, float fade)
{
    float left = fade * value;
    return left < 1e-9f ? 0 : left;
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

// The velocity at the place of a field's texel: the middle of a cell, or of a face.
static void velocity_at(const air *a, int field, const int p[3], float velocity[3])
{
    int axis = field - AIR_X;
    int before[3] = {p[0] - (axis == 0), p[1] - (axis == 1), p[2] - (axis == 2)};
    for (int k = 0; k < 3; k++) {
        const volume *v = &a->now[AIR_X + k];
        if (field < AIR_X) {
            float sum =
                at(v, p[0], p[1], p[2]) + at(v, p[0] + (k == 0), p[1] + (k == 1), p[2] + (k == 2));
            velocity[k] = 0.5f * sum;
        } else {
            velocity[k] = k == axis ? at(v, p[0], p[1], p[2]) : mean_of(v, before, p, k);
        }
    }
}

static bool is_air(const air *a, int field, const int p[3])
{
    return field < AIR_X ? openings_of(a, p[0], p[1], p[2]) != 0
                         : is_open(a, field - AIR_X, p[0], p[1], p[2]);
}

static void limit(const volume *v, const float where[3], float *value)
{
    int first[3];
    float least = 0, most = 0;
    for (int k = 0; k < 3; k++) first[k] = (int)from_first(v, where, k);
    for (int i = 0; i < 8; i++) {
        float near = at(v, first[0] + i % 2, first[1] + i / 2 % 2, first[2] + i / 4);
        if (i == 0 || near < least) least = near;
        if (i == 0 || near > most) most = near;
    }
    *value = *value < least ? least : *value > most ? most : *value;
}

// Where what is at a texel was `steps` ago; of a cell, by way of the middle of its way.
static void origin_at(const air *a, int field, const int p[3], float steps, float from[3])
{
    float velocity[3], middle[3];
    velocity_at(a, field, p, velocity);
    for (int k = 0; k < 3; k++) middle[k] = ((float)p[k] + 0.5f) - 0.5f * steps * velocity[k];
    for (int k = 0; k < 3 && field < AIR_X; k++) {
        float on_face[3] = {middle[0], middle[1], middle[2]};
        on_face[k] += 0.5f;
        velocity[k] = between(&a->now[AIR_X + k], on_face);
    }
    for (int k = 0; k < 3; k++) from[k] = ((float)p[k] + 0.5f) - steps * velocity[k];
}

// What comes to a texel, as the first guess; with `guess`, mended by what that misses.
static float moved(const air *a, const air *guess, int field, const int p[3])
{
    float from[3], to[3];
    const volume *v = &a->now[field];
    origin_at(a, field, p, 1, from);
    if (guess == NULL) return between(v, from);
    origin_at(a, field, p, -1, to);
    float missed = at(v, p[0], p[1], p[2]) - between(&guess->now[field], to);
    float better = at(&guess->now[field], p[0], p[1], p[2]) + 0.5f * missed;
    limit(v, from, &better);
    return better;
}

// Smoke and heat, with what comes from the source. A guess, which is not the last pass, has neither
// that nor the fading.
static float freshened(float value, int field, const int p[3], int64_t step, bool is_last)
{
    if (!is_last) return faded(value, 1);
    float fresh = source_at(p);
    if (field == HEAT_AIR) fresh = flickering(fresh, p, step);
    return larger(faded(value, lesson.smoke.fade), fresh);
}

// All fields go with the air, into `next`.
static void move(const air *a, const air *guess, air *next, int64_t step, bool is_last)
{
    for (int field = SMOKE_AIR; field < PRESSURE_AIR; field++) {
        volume *v = &next->now[field];
        for (int z = 0; z < v->size[2]; z++)
            for (int y = 0; y < v->size[1]; y++)
                for (int x = 0; x < v->size[0]; x++) {
                    int p[3] = {x, y, z};
                    float *to = place(v, x, y, z);
                    *to = is_air(a, field, p) ? moved(a, guess, field, p) : 0;
                    if (field < AIR_X && is_air(a, field, p))
                        *to = freshened(*to, field, p, step, is_last);
                }
    }
}

static void swap(air *a, air *b)
{
    for (int field = SMOKE_AIR; field < PRESSURE_AIR; field++) {
        volume old = a->now[field];
        a->now[field] = b->now[field];
        b->now[field] = old;
    }
}

/* ---- Pushing ---- */

// As in root.glsl.
static float inverse_root(float x)
{
    uint32_t bits;
    float y, h = 0.5f * x;
    if (x < 1e-18f) return 0;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x5F3759DFu - (bits >> 1);
    memcpy(&y, &bits, sizeof y);
    for (int i = 0; i < 3; i++) y = y * (1.5f - (h * y) * y);
    return y;
}

static float change(const volume *v, const int p[3], int along, int across)
{
    int d[3] = {along == 0, along == 1, along == 2};
    int e[3] = {across == 0, across == 1, across == 2};
    return (at(v, p[0] + d[0], p[1] + d[1], p[2] + d[2]) +
            at(v, p[0] + d[0] + e[0], p[1] + d[1] + e[1], p[2] + d[2] + e[2])) -
           (at(v, p[0] - d[0], p[1] - d[1], p[2] - d[2]) +
            at(v, p[0] - d[0] + e[0], p[1] - d[1] + e[1], p[2] - d[2] + e[2]));
}

static void find_whirls(air *a)
{
    const int *size = lesson.smoke.size;
    for (int z = 0; z < size[2]; z++)
        for (int y = 0; y < size[1]; y++)
            for (int x = 0; x < size[0]; x++) {
                int p[3] = {x, y, z};
                float turn[3];
                for (int k = 0; k < 3; k++) {
                    int b = (k + 1) % 3, c = (k + 2) % 3;
                    turn[k] = 0.25f * (change(&a->now[AIR_X + c], p, b, c) -
                                       change(&a->now[AIR_X + b], p, c, b));
                    *place(&a->whirls[1 + k], x, y, z) = turn[k];
                }
                float square = (turn[0] * turn[0] + turn[1] * turn[1]) + turn[2] * turn[2];
                *place(&a->whirls[0], x, y, z) = square * inverse_root(square);
            }
}

static float push_of(const air *a, int axis, int x, int y, int z)
{
    const volume *turning = &a->whirls[0];
    float n[3] = {at(turning, x + 1, y, z) - at(turning, x - 1, y, z),
                  at(turning, x, y + 1, z) - at(turning, x, y - 1, z),
                  at(turning, x, y, z + 1) - at(turning, x, y, z - 1)};
    float root = inverse_root((n[0] * n[0] + n[1] * n[1]) + n[2] * n[2]);
    int b = (axis + 1) % 3, c = (axis + 2) % 3;
    float nb = n[b] * root, nc = n[c] * root;
    return lesson.smoke.swirl *
           (nb * at(&a->whirls[1 + c], x, y, z) - nc * at(&a->whirls[1 + b], x, y, z));
}

static void push(air *a)
{
    const volume *heat = &a->now[HEAT_AIR];
    float lift = lesson.smoke.buoyancy * (float)lesson.smoke.size[1];
    if (lesson.smoke.swirl > 0) find_whirls(a);
    for (int axis = 0; axis < 3; axis++) {
        volume *v = &a->now[AIR_X + axis];
        for (int z = 0; z < v->size[2]; z++)
            for (int y = 0; y < v->size[1]; y++)
                for (int x = 0; x < v->size[0]; x++) {
                    int bx = x - (axis == 0), by = y - (axis == 1), bz = z - (axis == 2);
                    int here = clamp(y, lesson.smoke.size[1]);
                    if (!is_open(a, axis, x, y, z)) continue;
                    if (axis == 1) {
                        float warm = 0.5f * (at(heat, bx, by, bz) + at(heat, x, here, z));
                        *place(v, x, y, z) = *place(v, x, y, z) + lift * warm;
                    }
                    if (lesson.smoke.swirl > 0)
                        *place(v, x, y, z) +=
                            0.5f * (push_of(a, axis, bx, by, bz) + push_of(a, axis, x, here, z));
                }
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
    for (int k = 0; k < 4; k++) {
        a->whirls[k] = a->now[SMOKE_AIR]; // its size
        a->whirls[k].at = calloc(count_of(&a->whirls[k]), sizeof(float));
        if (a->whirls[k].at == NULL) return false;
    }
    return true;
}

static void release(air *a)
{
    for (int field = 0; field < FIELDS; field++) free(a->now[field].at);
    for (int k = 0; k < 4; k++) free(a->whirls[k].at);
}

static bool compute(air *a, air *next, air *guess, float *divergence, int64_t steps)
{
    for (int64_t step = 0; step < steps; step++) {
        if (traits()->mends) move(a, NULL, guess, step, false);
        move(a, traits()->mends ? guess : NULL, next, step, true);
        swap(a, next);
        push(a);
        diverge(a, divergence);
        if (!smoke_solve(a->openings, divergence, a->now[PRESSURE_AIR].at)) return false;
        project(a);
    }
    return true;
}

// `before`, unless it is NULL, becomes the divergence that the last step's pressure was for.
static wb_answer answer(const char *buffer, int64_t steps, void *expected, float *before)
{
    air now = {0}, next = {0}, guess = {0};
    size_t bytes = smoke_cells() * sizeof(float);
    int field = 0;
    while (field < FIELDS && strcmp(names[field], buffer) != 0) field++;
    if (field == FIELDS) return WB_NO_ANSWER;
    float *divergence = malloc(bytes);
    now.openings = malloc(bytes);
    bool good = divergence != NULL && now.openings != NULL && allocate(&now, true) &&
                allocate(&next, false) && allocate(&guess, false) &&
                wb_buffer_read(&lesson.smoke.openings, now.openings);
    good = good && compute(&now, &next, &guess, divergence, steps);
    if (good) memcpy(expected, now.now[field].at, count_of(&now.now[field]) * sizeof(float));
    if (good && before != NULL) memcpy(before, divergence, bytes);
    if (!good) wb_error("the oracle has no memory for %zu cells", smoke_cells());
    release(&now);
    release(&next);
    release(&guess);
    free(now.openings);
    free(divergence);
    return good ? WB_ANSWERED : WB_ANSWER_FAILED;
}

// Whether what a field holds is, up to rounding, what it should be.
static wb_result compare(const wb_buffer *buffer, float *got)
{
    size_t count = (size_t)buffer->size_bytes / sizeof(float);
    float *expected = malloc(count * sizeof *expected);
    double *exact = malloc(count * sizeof *exact), most = traits()->by_sampler ? 0.02 : 1e-5;
    wb_result result = WB_NOT_RUN;
    if (expected != NULL && exact != NULL &&
        answer(buffer->name, wb_frame(), expected, NULL) == WB_ANSWERED) {
        wb_array array = wb_buffer_array(buffer, got);
        for (size_t i = 0; i < count; i++) exact[i] = (double)expected[i];
        result = wb_result_of(wb_check_close(buffer->name, &array, exact, most, 0));
    }
    free(expected);
    free(exact);
    return result;
}

static double length_of(const float *numbers, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)numbers[i] * (double)numbers[i];
    return sqrt(sum);
}

// What the pressure has left of the divergence: the share that the air has after the step.
static double share_left(float *const fields[FIELDS], const float *divergence)
{
    float *after = malloc(smoke_cells() * sizeof *after);
    air a = {0};
    double share = NAN;
    for (int axis = 0; axis < 3; axis++) {
        smoke_face_sizes(axis, a.now[AIR_X + axis].size);
        a.now[AIR_X + axis].at = fields[AIR_X + axis];
    }
    if (after != NULL) {
        diverge(&a, after);
        share = length_of(after, smoke_cells()) / length_of(divergence, smoke_cells());
    }
    free(after);
    return share;
}

// How good a learner's cycle is.
static void tell_left(float *const got[FIELDS])
{
    float *expected[FIELDS] = {NULL}, *divergence = malloc(smoke_cells() * sizeof *divergence);
    bool good = divergence != NULL && wb_buffer_read(&lesson.smoke.divergence, divergence);
    double left = good ? share_left(got, divergence) : NAN;
    for (int field = AIR_X; field <= AIR_Z && good; field++) {
        expected[field] = malloc((size_t)wb_buffer_find(names[field])->size_bytes);
        good = expected[field] != NULL &&
               answer(names[field], wb_frame(), expected[field], divergence) == WB_ANSWERED;
    }
    if (good)
        wb_note("your cycle leaves %.2g of the divergence; one that asks for all eight cells, %.2g",
                left, share_left(expected, divergence));
    for (int field = 0; field < FIELDS; field++) free(expected[field]);
    free(divergence);
}

// A sampler may know only 256 places between two texels, and which sums it takes is its own
// affair; and a learner may add up eight numbers in any order.
static bool may_round(void)
{
    return traits()->by_sampler || traits()->restriction != NULL;
}

wb_answer smoke_expect(const char *buffer, int64_t steps, void *expected)
{
    return may_round() ? WB_NO_ANSWER : answer(buffer, steps, expected, NULL);
}

wb_result smoke_verify(void)
{
    const wb_buffer *buffers[FIELDS];
    float *got[FIELDS] = {NULL};
    bool good = true;
    wb_result result = WB_RIGHT;
    glMemoryBarrier(wb_buffers_read_bits()); // wb_verify_state() and wb_buffer_read() read them
    if (!may_round()) return wb_verify_state();
    for (int field = 0; field < FIELDS && good; field++) {
        buffers[field] = wb_buffer_find(names[field]);
        got[field] = malloc((size_t)buffers[field]->size_bytes);
        good = got[field] != NULL && wb_buffer_read(buffers[field], got[field]);
    }
    for (int field = FIELDS - 1; field >= 0 && good && result == WB_RIGHT; field--)
        result = compare(buffers[field], got[field]);
    if (good && result == WB_WRONG && traits()->restriction != NULL) tell_left(got);
    for (int field = 0; field < FIELDS; field++) free(got[field]);
    return good ? result : WB_NOT_RUN;
}
