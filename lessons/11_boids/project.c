// What a learner's own flock has to achieve: the module's exercise, as checks. Each judges a
// property of the state, for there are many ways to fly as a flock.
#include "project.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef float place[4];

typedef struct seen {
    uint32_t count;
    place *positions, *velocities;
} seen;

static bool read_state(seen *s)
{
    *s = (seen){.count = lesson.f.count};
    s->positions = malloc((size_t)lesson.positions.size_bytes);
    s->velocities = malloc((size_t)lesson.velocities.size_bytes);
    return s->positions != NULL && s->velocities != NULL &&
           wb_buffer_read(&lesson.positions, s->positions) &&
           wb_buffer_read(&lesson.velocities, s->velocities);
}

// False also for a flock with NaN in it, of which no mean says anything.
static bool look(seen *s, char *figure, size_t size)
{
    if (!read_state(s)) return false;
    uint32_t lost = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        bool good = true;
        for (int k = 0; k < 3; k++)
            good = good && isfinite(s->positions[i][k]) && isfinite(s->velocities[i][k]);
        lost += !good;
    }
    if (lost > 0)
        snprintf(figure, size, "the place or velocity of %u of %u boids is no number", lost,
                 s->count);
    return lost == 0;
}

static void look_away(seen *s)
{
    free(s->positions);
    free(s->velocities);
}

static double distance(const place a, const place b)
{
    double square = 0.0, box = lesson.f.box;
    for (int k = 0; k < 3; k++) {
        double way = (double)b[k] - (double)a[k];
        way -= box * floor(way / box + 0.5);
        square += way * way;
    }
    return sqrt(square);
}

static double speed(const place v)
{
    return sqrt((double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2]);
}

static bool is_in_box(const place p)
{
    for (int k = 0; k < 3; k++)
        if (!(p[k] >= 0.0f && p[k] < lesson.f.box)) return false; // NaN is not, either
    return true;
}

// Who has moved since the start, across the seam or not.
static uint32_t count_moved(const seen *s)
{
    const place *start = wb_start_state("positions");
    uint32_t moved = 0;
    for (uint32_t i = 0; start != NULL && i < s->count; i++)
        moved += distance(start[i], s->positions[i]) > 0.01;
    return moved;
}

// No boid may sit still: a flock at rest would pass too many checks.
static bool have_moved(const seen *s)
{
    return count_moved(s) >= 0.99 * s->count;
}

// As all the functions below, false also without memory: then `figure` stays empty.
static bool everybody_flies(char *figure, size_t size)
{
    seen s;
    uint32_t inside = 0;
    bool good = look(&s, figure, size);
    for (uint32_t i = 0; good && i < s.count; i++) inside += is_in_box(s.positions[i]);
    if (good)
        snprintf(figure, size, "%u of %u are in the box, and %u have moved", inside, s.count,
                 count_moved(&s));
    good = good && inside == s.count && have_moved(&s);
    look_away(&s);
    return good;
}

static bool speeds_are_limited(char *figure, size_t size)
{
    seen s;
    double least = INFINITY, most = 0.0, slowest = lesson.f.slowest, fastest = lesson.f.fastest;
    bool good = look(&s, figure, size);
    for (uint32_t i = 0; good && i < s.count; i++) {
        double own = speed(s.velocities[i]);
        least = own >= least ? least : own; // a NaN stays
        most = own <= most ? most : own;
    }
    if (good)
        snprintf(figure, size, "%.2f to %.2f m/s; from %.2f to %.2f, and not all the same", least,
                 most, slowest, fastest);
    good = good && least >= slowest - 0.01 && most <= fastest + 0.01 && most > least + 0.01;
    look_away(&s);
    return good;
}

// How far it is to the nearest one, and how many are within the radius.
typedef struct around {
    double nearest, within;
} around;

static around look_around(const seen *s, uint32_t i)
{
    around a = {.nearest = INFINITY};
    for (uint32_t j = 0; j < s->count; j++) {
        double d = j != i ? distance(s->positions[i], s->positions[j]) : INFINITY;
        if (d < a.nearest) a.nearest = d;
        a.within += d < (double)lesson.f.radius;
    }
    return a;
}

// Whether `i` is nearer to a face of the box than it sees.
static bool is_at_seam(const seen *s, uint32_t i)
{
    for (int k = 0; k < 3; k++) {
        float x = s->positions[i][k];
        if (x < lesson.f.radius || x > lesson.f.box - lesson.f.radius) return true;
    }
    return false;
}

typedef struct spread {
    double nearest, nearest_at_seam, within; // means
} spread;

static bool measure_spread(spread *mean, char *figure, size_t size)
{
    seen s;
    double at_seam = 0.0;
    *mean = (spread){0};
    bool good = look(&s, figure, size);
    for (uint32_t i = 0; good && i < s.count; i++) {
        around a = look_around(&s, i);
        mean->nearest += a.nearest / s.count;
        mean->within += a.within / s.count;
        if (!is_at_seam(&s, i)) continue;
        mean->nearest_at_seam += a.nearest;
        at_seam++;
    }
    mean->nearest_at_seam /= fmax(at_seam, 1.0);
    look_away(&s);
    return good;
}

static bool keeps_apart(double least, char *figure, size_t size)
{
    spread mean;
    if (!measure_spread(&mean, figure, size)) return false;
    snprintf(figure, size,
             "the nearest is %.2f m away on average, %.2f m at the seam; %.2f or more",
             mean.nearest, mean.nearest_at_seam, least);
    return mean.nearest >= least && mean.nearest_at_seam >= least;
}

static bool separates(char *figure, size_t size)
{
    return keeps_apart(1.35, figure, size);
}

static bool separates_further(char *figure, size_t size)
{
    return keeps_apart(1.75, figure, size);
}

static bool coheres(char *figure, size_t size)
{
    spread mean;
    if (!measure_spread(&mean, figure, size)) return false;
    snprintf(figure, size, "%.1f neighbours on average, at least 25; evenly spread, it were 5.2",
             mean.within);
    return mean.within >= 25.0;
}

// |sum of headings| / boids.
static double order_of(const seen *s)
{
    double sum[3] = {0.0};
    for (uint32_t i = 0; i < s->count; i++) {
        double own = speed(s->velocities[i]);
        for (int k = 0; k < 3; k++) sum[k] += own > 0.0 ? (double)s->velocities[i][k] / own : 0.0;
    }
    return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / s->count;
}

static bool aligns(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        snprintf(figure, size, "order %.2f, at least 0.80", order_of(&s));
        good = order_of(&s) >= 0.8;
    }
    look_away(&s);
    return good;
}

static bool stays_a_gas(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        snprintf(figure, size, "order %.2f, at most 0.20; %u of %u have moved", order_of(&s),
                 count_moved(&s), s.count);
        good = order_of(&s) <= 0.2 && have_moved(&s);
    }
    look_away(&s);
    return good;
}

static bool flies_around(char *figure, size_t size)
{
    seen s;
    double nearest = INFINITY;
    bool good = look(&s, figure, size);
    for (uint32_t i = 0; good && i < s.count; i++)
        if (!(distance(s.positions[i], lesson.f.obstacle) >= nearest))
            nearest = distance(s.positions[i], lesson.f.obstacle);
    if (good)
        snprintf(figure, size,
                 "the nearest is %.2f m from its middle, at least %.2f; %u of %u have moved",
                 nearest, (double)lesson.f.obstacle[3], count_moved(&s), s.count);
    good = good && nearest >= (double)lesson.f.obstacle[3] - 0.01 && have_moved(&s);
    look_away(&s);
    return good;
}

static bool follows(char *figure, size_t size)
{
    seen s;
    double mean = 0.0, wanted = 0.25 * (double)lesson.f.box;
    bool good = look(&s, figure, size);
    for (uint32_t i = 0; good && i < s.count; i++)
        mean += distance(s.positions[i], lesson.f.target) / s.count;
    if (good) snprintf(figure, size, "%.1f m from it on average, at most %.1f", mean, wanted);
    good = good && mean <= wanted;
    look_away(&s);
    return good;
}

// In half the distance from which one flees, against what an even spread would have there.
static bool flees(char *figure, size_t size)
{
    seen s;
    double near = 0.0, reach = 0.5 * (double)lesson.f.shark[3];
    double volume = 4.0 / 3.0 * 3.14159265 * reach * reach * reach, box = lesson.f.box;
    double even = lesson.f.count * volume / (box * box * box);
    bool good = look(&s, figure, size);
    for (uint32_t i = 0; good && i < s.count; i++)
        near += !(distance(s.positions[i], lesson.f.shark) >= reach);
    if (good)
        snprintf(figure, size,
                 "%.0f within %.1f m of it, at most %.0f; evenly spread, it were %.0f", near, reach,
                 even / 3.0, even);
    good = good && near <= even / 3.0;
    look_away(&s);
    return good;
}

static const wb_acceptance checks[] = {
    {"10,000 boids fly in three dimensions", "boids=10000 scene=gas", 3, everybody_flies},
    {"so does a single one", "boids=1 scene=gas", 30, everybody_flies},
    {"limits of speed, moved live", "boids=1000 slowest=3 cruise=3.5 fastest=4", 30,
     speeds_are_limited},
    {"separation", "boids=700 scene=gas box=15 cohere=0 slowest=0 cruise=1", 120, separates},
    {"its radius, moved live",
     "boids=400 scene=gas box=15 cohere=0 slowest=0 cruise=1 separation=2.4", 120,
     separates_further},
    {"alignment", "boids=1000 scene=gas", 450, aligns},
    {"and none without its weight", "boids=1000 scene=gas align=0", 300, stays_a_gas},
    {"cohesion", "boids=1000 scene=gas cohere=4 separate=2", 300, coheres},
    {"an obstacle to avoid", "boids=1000 scene=gas obstacle=6 fastest=6", 200, flies_around},
    {"a target that leads", "boids=1000 scene=gas target=15 cohere=0", 250, follows},
    {"a shark that scatters them", "boids=2000 scene=gas shark=9", 150, flees},
    {0},
};

const wb_project project = {
    .task = "A flock of your own: three rules, an obstacle, a target, a shark. The brief is in "
            "the lesson's text, under The project.",
    .checks = checks,
    .small = "boids=300 scene=gas obstacle=3 target=2 shark=4",
};
