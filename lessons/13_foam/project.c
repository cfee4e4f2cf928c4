// What a learner's own foam has to achieve: the module's exercise, as checks. Each judges a
// property of the pool, for there is more than one way to make foam.
#include "project.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef float quad[4];

typedef struct seen {
    size_t pool;
    quad *x, *v;
    const quad *start; // where they were before the first frame
    size_t living;
} seen;

// False, too, if there is nothing to look at, which `figure` then says: each check asks for births,
// or begins with foam that ages. And if a particle is lost, of which no mean says anything.
static bool look(seen *s, char *figure, size_t size)
{
    *s = (seen){.pool = (size_t)lesson.pool,
                .x = malloc((size_t)lesson.foam_positions.size_bytes),
                .v = malloc((size_t)lesson.foam_velocities.size_bytes),
                .start = wb_start_state("foam_positions")};
    bool good = s->x != NULL && s->v != NULL && s->start != NULL &&
                wb_buffer_read(&lesson.foam_positions, s->x) &&
                wb_buffer_read(&lesson.foam_velocities, s->v);
    size_t lost = 0;
    for (size_t i = 0; good && i < s->pool; i++) {
        bool is_there = isfinite(s->x[i][3]);
        for (int k = 0; k < 3; k++)
            is_there = is_there && s->x[i][k] >= 0.0f && s->x[i][k] <= lesson.w.box[k] &&
                       isfinite(s->v[i][k]);
        lost += !is_there;
        if (s->x[i][3] > 0.0f) s->living++;
    }
    if (!good) return false;
    bool is_blank = memcmp(s->x, s->start, s->pool * sizeof *s->x) == 0;
    if (is_blank)
        snprintf(figure, size, "nothing has been written yet: the pool is as it was at first");
    else if (lost > 0)
        snprintf(figure, size, "%zu of %zu slots hold what is no number, or is outside of the box",
                 lost, s->pool);
    return !is_blank && lost == 0;
}

static void look_away(seen *s)
{
    free(s->x);
    free(s->v);
}

/* ---- What is judged ---- */

static double passed_s(void)
{
    return (double)wb_frame() * (double)lesson.f.frame_s;
}

// Each is false without memory, and `figure` stays empty.

static bool has_none(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        good = s.living == 0;
        snprintf(figure, size, "%zu live; none should", s.living);
    }
    look_away(&s);
    return good;
}

// How far the nearest particle of water is from a place, m. It has moved since the births by less
// than half a reach.
static double to_water(const float place[4], const quad *water, size_t count)
{
    double nearest = INFINITY;
    for (size_t i = 0; i < count; i++) {
        double square = 0.0;
        for (int k = 0; k < 3; k++) square += pow((double)place[k] - (double)water[i][k], 2.0);
        nearest = fmin(nearest, square);
    }
    return sqrt(nearest);
}

static double furthest_from_water(const seen *s)
{
    size_t count = (size_t)lesson.w.count;
    quad *water = malloc(count * sizeof *water);
    double furthest = INFINITY;
    if (water != NULL && wb_buffer_read(&lesson.positions, water)) {
        furthest = 0.0;
        for (size_t i = 0; i < s->pool; i++)
            if (s->x[i][3] > 0.0f)
                furthest = fmax(furthest, to_water(s->x[i], (const quad *)water, count));
    }
    free(water);
    return furthest;
}

// Fewer say nothing of all.
static bool has_many(const seen *s, char *figure, size_t size)
{
    bool good = s->living >= 100;
    if (!good) snprintf(figure, size, "%zu live; at least 100 should", s->living);
    return good;
}

static bool is_born_of_water(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size) && has_many(&s, figure, size);
    if (good) {
        double furthest = furthest_from_water(&s), most = (double)lesson.w.reach;
        good = furthest <= most;
        snprintf(figure, size, "%zu live; the furthest is %.2f m from all water, at most %.2f",
                 s.living, furthest, most);
    }
    look_away(&s);
    return good;
}

// Lives are between the shortest and the longest, not all alike, and a frame or two have passed.
static bool has_lives(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size) && has_many(&s, figure, size);
    if (good) {
        double least = INFINITY, most = 0.0;
        double passed = passed_s() + 1e-3;
        for (size_t i = 0; i < s.pool; i++)
            if (s.x[i][3] > 0.0f) {
                least = fmin(least, (double)s.x[i][3]);
                most = fmax(most, (double)s.x[i][3]);
            }
        good = most <= (double)lesson.life_max + 1e-3 &&
               least >= (double)lesson.life_min - passed &&
               most - least > 0.5 * (double)(lesson.life_max - lesson.life_min);
        snprintf(figure, size, "%.2f to %.2f s are left; at birth they are spread over %g to %g",
                 least, most, (double)lesson.life_min, (double)lesson.life_max);
    }
    look_away(&s);
    return good;
}

// The pool is full, and only of newborn: nothing in it has aged since the start.
static bool gives_traits(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        size_t old = 0;
        for (size_t i = 0; i < s.pool; i++) {
            double aged = (double)s.start[i][3] - (double)s.x[i][3];
            if (fabs(aged) < 1e-3 || fabs(aged - passed_s()) < 1e-3) old++;
        }
        good = s.living == s.pool && old < s.pool / 8;
        snprintf(figure, size,
                 "%zu of %zu slots are in use, and all should be; %zu hold old foam, fewer than "
                 "%zu should",
                 s.living, s.pool, old, s.pool / 8);
    }
    look_away(&s);
    return good;
}

// The mean way upwards of those that were between two heights at first, m; NAN of none.
static double mean_rise(const quad *now, const quad *start, size_t count, double low, double high)
{
    double sum = 0.0, among = 0.0;
    for (size_t i = 0; i < count; i++) {
        double y = (double)start[i][1];
        if (y < low || y > high) continue;
        sum += (double)now[i][1] - y;
        among++;
    }
    return among > 0.0 ? sum / among : NAN;
}

// The same of the water, which settles a little.
static double water_rise(double low, double high)
{
    size_t count = (size_t)lesson.w.count;
    quad *now = malloc(count * sizeof *now);
    const quad *start = wb_start_state("positions");
    double rise = NAN;
    if (now != NULL && start != NULL && wb_buffer_read(&lesson.positions, now))
        rise = mean_rise((const quad *)now, start, count, low, high);
    free(now);
    return rise;
}

static bool is_spray(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        double fall = -mean_rise((const quad *)s.x, s.start, s.pool, 4.2, 5.5);
        double right = 0.5 * (double)lesson.chosen.gravity * pow(passed_s(), 2.0);
        good = fabs(fall / right - 1.0) < 0.15;
        snprintf(figure, size, "it fell %.3f m; right is %.3f m, within 15 %%", fall, right);
    }
    look_away(&s);
    return good;
}

static bool is_bubble(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        double rise = mean_rise((const quad *)s.x, s.start, s.pool, 0.5, 1.5);
        double right = (double)lesson.buoyancy * passed_s();
        rise -= water_rise(0.5, 1.5);
        good = rise > 0.7 * right && rise < 1.3 * right;
        snprintf(figure, size,
                 "through the water they rose by %.3f m; right is %.3f m, within 30 %%", rise,
                 right);
    }
    look_away(&s);
    return good;
}

#define SMALL "scene=tank particles=3000 "
#define AGING "foam=50 life_min=0.1 life_max=0.15 " // gone after 12 frames

static const wb_acceptance checks[] = {
    {"still water has no foam", SMALL AGING "pool=500", 12, has_none},
    {"nor has water that flies as one", SMALL AGING "pool=500 gravity=-20", 15, has_none},
    {"wild water has", "stir=6 particles=3000 pool=5000 rate=600", 3, is_born_of_water},
    {"but not at a rate of 0", AGING "stir=6 particles=3000 pool=5000 rate=0", 12, has_none},
    {"lives of the lengths asked for", "stir=6 particles=3000 pool=5000 rate=600", 3, has_lives},
    {"they end",
     "particles=10 pool=500 foam=500 rate=0 life_min=0.1 life_max=0.15 substeps=1 step_ms=16", 12,
     has_none},
    {"a pool that is too small",
     "stir=6 particles=3000 pool=64 foam=64 rate=10000 life_min=0.5 life_max=0.6", 3, gives_traits},
    {"spray falls", SMALL "pool=500 foam=500 rate=0", 12, is_spray},
    {"bubbles rise", SMALL "pool=500 foam=500 rate=0 life_min=5 life_max=5", 12, is_bubble},
    {0},
};

const wb_project project = {
    .task = "Your own foam, in two kernels. The brief is in the lesson's text, under The project.",
    .checks = checks,
    .small = "stir=6 particles=200 pool=64 foam=30 rate=2000 substeps=1",
};
