// What a learner's own cloth has to achieve: the module's exercise, as checks. Each judges a
// property of the state, for there is more than one way to solve a cloth.
#include "project.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef float quad[4];

typedef struct seen {
    size_t count;
    quad *x, *v;
    uint32_t *cuts;
    const quad *start; // where they were before the first frame
} seen;

static bool read_state(seen *s)
{
    size_t count = lesson.count;
    *s = (seen){.count = count,
                .x = malloc(count * sizeof *s->x),
                .v = malloc(count * sizeof *s->v),
                .cuts = malloc(count * sizeof *s->cuts),
                .start = wb_start_state("positions")};
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    return s->x != NULL && s->v != NULL && s->cuts != NULL && s->start != NULL &&
           wb_buffer_read(&lesson.positions, s->x) && wb_buffer_read(&lesson.velocities, s->v) &&
           wb_buffer_read(&lesson.cuts, s->cuts);
}

static void look_away(seen *s)
{
    free(s->x);
    free(s->v);
    free(s->cuts);
}

static double distance(const quad a, const quad b)
{
    double square = 0.0;
    for (int k = 0; k < 3; k++) square += pow((double)a[k] - (double)b[k], 2.0);
    return sqrt(square);
}

// False also for a cloth with NaN in it, of which no mean says anything.
static bool look(seen *s, char *figure, size_t size)
{
    if (!read_state(s)) return false;
    size_t lost = 0;
    for (size_t i = 0; i < s->count; i++) {
        bool good = true;
        for (int k = 0; k < 3; k++) good = good && isfinite(s->x[i][k]) && isfinite(s->v[i][k]);
        lost += !good;
    }
    if (lost > 0)
        snprintf(figure, size, "the place or velocity of %zu of %zu particles is no number", lost,
                 s->count);
    return lost == 0;
}

// A cloth that does nothing would pass too many checks.
static double furthest_moved(const seen *s)
{
    double most = 0.0;
    for (size_t i = 0; i < s->count; i++) most = fmax(most, distance(s->x[i], s->start[i]));
    return most;
}

static const double MOVED_M = 0.01;

/* ---- What is judged ---- */

// Each is false without memory, and `figure` stays empty.

// By how much links of these directions are longer or shorter than at rest, on average.
static double mean_stretch(const seen *s, uint32_t first, uint32_t last)
{
    double sum = 0.0, count = 0.0;
    cloth_link *links = calloc(lesson.starts[COLOURS], sizeof *links);
    uint32_t starts[COLOURS + 1];
    if (links == NULL) return INFINITY;
    cloth_links(columns(), rows(), links, starts);
    for (uint32_t i = 0; i < starts[COLOURS]; i++) {
        const cloth_link *link = &links[i];
        if (link->direction < first || link->direction > last) continue;
        float rest = link->direction < 2 ? lesson.c.spacing : lesson.c.diagonal;
        sum += fabs(distance(s->x[link->a], s->x[link->b]) / (double)rest - 1.0);
        count++;
    }
    free(links);
    return sum / count;
}

static bool keeps_together(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        double threads = mean_stretch(&s, 0, 1), shear = mean_stretch(&s, 2, 3);
        good = furthest_moved(&s) > MOVED_M && threads < 0.05 && shear < 0.05;
        snprintf(figure, size,
                 "structural links are %.1f %% off, shear %.1f; at most 5; the cloth has moved by "
                 "%.2f m",
                 100.0 * threads, 100.0 * shear, furthest_moved(&s));
    }
    look_away(&s);
    return good;
}

static bool is_pinned(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        size_t other = (size_t)columns() - 1;
        double off = fmax(distance(s.x[0], s.start[0]), distance(s.x[other], s.start[other]));
        good = furthest_moved(&s) > MOVED_M && off == 0.0;
        snprintf(figure, size, "the corners have moved by %.3g m, and must not; the rest by %.2f m",
                 off, furthest_moved(&s));
    }
    look_away(&s);
    return good;
}

static double mean_speed(const seen *s, int axis)
{
    double sum = 0.0;
    for (size_t i = 0; i < s->count; i++) sum += (double)s->v[i][axis];
    return sum / (double)s->count;
}

// Without damping by g t^2 / 2 in all, and with it at the speed g / d (1 - e^(-d t)).
static bool falls(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        double time = (double)wb_frame() * FRAME_S, g = (double)lesson.gravity;
        double fallen = 0.0, wanted = 0.5 * g * time * time;
        for (size_t i = 0; i < s.count; i++)
            fallen += ((double)s.start[i][1] - (double)s.x[i][1]) / (double)s.count;
        good = fabs(fallen / wanted - 1.0) < 0.05;
        snprintf(figure, size, "it fell %.3f m in %.2f s; right is %.3f m, within 5 %%", fallen,
                 time, wanted);
    }
    look_away(&s);
    return good;
}

static bool is_damped(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        double time = (double)wb_frame() * FRAME_S, d = (double)lesson.damping;
        double speed = 0.0 - mean_speed(&s, 1),
               wanted = (double)lesson.gravity / d * (1.0 - exp(-d * time));
        good = fabs(speed / wanted - 1.0) < 0.05;
        snprintf(figure, size, "it falls at %.3f m/s after %.2f s; right is %.3f m/s, within 5 %%",
                 speed, time, wanted);
    }
    look_away(&s);
    return good;
}

enum { DRIFTING = 24 }; // particles along the edges of the cloth that is blown away

static float earlier[DRIFTING * DRIFTING]; // their speeds along z, in the check before

static bool is_blown(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size) && s.count == DRIFTING * DRIFTING;
    if (good) {
        double mean = mean_speed(&s, 2), square = 0.0;
        for (size_t i = 0; i < s.count; i++) {
            earlier[i] = s.v[i][2];
            square += pow((double)s.v[i][2] - mean, 2.0) / (double)s.count;
        }
        double uneven = sqrt(square) / fmax(fabs(mean), 1e-9);
        good = fabs(mean) > 0.05 && uneven > 0.02;
        snprintf(figure, size,
                 "it drifts at %.2f m/s, at least 0.05; %.0f %% more or less from place to place, "
                 "at least 2",
                 mean, 100.0 * uneven);
    }
    look_away(&s);
    return good;
}

// The same cloth, which starts at another time.
static bool is_blown_in_gusts(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size) && s.count == DRIFTING * DRIFTING;
    if (good) {
        double mean = mean_speed(&s, 2), change = 0.0;
        for (size_t i = 0; i < s.count; i++)
            change += fabs((double)s.v[i][2] - (double)earlier[i]) / (double)s.count;
        change /= fmax(fabs(mean), 1e-9);
        good = fabs(mean) > 0.01 && change > 0.05;
        snprintf(figure, size,
                 "it drifts at %.2f m/s, at least 0.01; speeds are %.0f %% off those of another "
                 "time, at least 5",
                 mean, 100.0 * change);
    }
    look_away(&s);
    return good;
}

static bool meets_the_ball(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        quad ball;
        double nearest = INFINITY, pushed = -INFINITY, radius = (double)lesson.c.ball[3];
        for (int k = 0; k < 3; k++)
            ball[k] = lesson.c.ball[k] + (float)substeps() * lesson.c.ball_step[k];
        for (size_t i = 0; i < s.count; i++) {
            nearest = fmin(nearest, distance(s.x[i], ball));
            pushed = fmax(pushed, (double)s.x[i][2]);
        }
        good = nearest > radius - 0.01 && pushed > 0.2;
        snprintf(figure, size,
                 "the nearest is %.3f m from its centre, at least %.2f; it is pushed %.2f m away, "
                 "more than 0.2",
                 nearest, radius - 0.01, pushed);
    }
    look_away(&s);
    return good;
}

static uint32_t count_cuts(const seen *s)
{
    uint32_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        for (int direction = 0; direction < DIRECTIONS; direction++)
            count += s->cuts[i] >> direction & 1;
    return count;
}

static bool tears(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        uint32_t cuts = count_cuts(&s), most = lesson.starts[COLOURS] / 2;
        good = cuts >= 20 && cuts <= most;
        snprintf(figure, size, "%u links are cut; right is from 20 to %u", cuts, most);
    }
    look_away(&s);
    return good;
}

static bool stays_whole(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        uint32_t cuts = count_cuts(&s);
        good = furthest_moved(&s) > MOVED_M && cuts == 0;
        snprintf(figure, size, "%u links are cut, and none must be; the cloth has moved by %.2f m",
                 cuts, furthest_moved(&s));
    }
    look_away(&s);
    return good;
}

#define CALM "wind=0 ball=0 "
#define DRIFTS "columns=24 rows=24 pins=none gravity=0 ball=0 damping=10 wind=10 substeps=8"

static const wb_acceptance checks[] = {
    {"128 x 128, and it keeps together", CALM "columns=128 rows=128 start=flat substeps=20", 30,
     keeps_together},
    {"two corners are pinned", "columns=32 rows=32 wind=10 ball=0 substeps=10", 30, is_pinned},
    {"gravity", CALM "columns=17 rows=13 pins=none damping=0 substeps=12", 30, falls},
    {"damping", CALM "columns=17 rows=13 pins=none damping=5 substeps=12", 40, is_damped},
    {"wind, not the same everywhere", DRIFTS, 60, is_blown},
    {"nor the same all the time", DRIFTS " clock=20", 60, is_blown_in_gusts},
    {"a sphere", "columns=40 rows=40 wind=0 ball=0.4 swing=5 substeps=10", 75, meets_the_ball},
    {"it tears", "columns=40 rows=40 wind=0 ball=0.5 swing=1 tear=0.1 substeps=10", 60, tears},
    {"and not without a reason",
     CALM "columns=40 rows=40 start=flat pins=edge tear=0.5 substeps=10", 30, stays_whole},
    {0},
};

const wb_project project = {
    .task =
        "Your own cloth, in three kernels. The brief is in the lesson's text, under The project.",
    .checks = checks,
    .small = "columns=9 rows=8 substeps=2 tear=0.1 wind=5 crumple=0.2",
};
