// What is right: the same steps on the CPU, in double precision, one link after the other.
#include "oracle.h"
#include "state.h"
#include "steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct oracle {
    cloth c; // of the frame
    size_t count;
    double (*x)[3], (*v)[3], (*before)[3], (*moved)[3]; // moved: what Jacobi's sweep makes of x
    double (*air)[4];                                   // normal, and the wind along it
    double *w;                                          // inverse masses
    double *links_of;                                   // how many a particle has
    cloth_link *links;
    uint32_t starts[COLOURS + 1];
    uint32_t *cuts, *next_cuts;
    double closest; // how near a link came to tearing, or not tearing: a share of its length
    uint8_t *bends; // of the task: bit k is set if its colour k has the link that begins here
} oracle;

/* ---- Links ---- */

static double length_of(const double d[3])
{
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static double rest_of(const oracle *o, const cloth_link *link)
{
    return (double)(link->direction < 2 ? o->c.spacing : o->c.diagonal);
}

static bool is_cut(const oracle *o, const cloth_link *link)
{
    return o->c.tear > 0.0f && (o->cuts[link->cell] >> link->direction & 1) != 0;
}

// How far a and b would move.
static void pull(const oracle *o, uint32_t a, uint32_t b, double rest, double to_a[3],
                 double to_b[3])
{
    double d[3], w = o->w[a] + o->w[b];
    for (int k = 0; k < 3; k++) d[k] = o->x[b][k] - o->x[a][k];
    double length = length_of(d), share = 0.0;
    if (w > 0.0 && length > 0.0) share = (length - rest) / (length * (w + (double)o->c.softness));
    for (int k = 0; k < 3; k++) {
        to_a[k] = o->w[a] * share * d[k];
        to_b[k] = -o->w[b] * share * d[k];
    }
}

static void pull_both(oracle *o, uint32_t a, uint32_t b, double rest)
{
    double to_a[3], to_b[3];
    pull(o, a, b, rest, to_a, to_b);
    for (int k = 0; k < 3; k++) {
        o->x[a][k] += to_a[k];
        o->x[b][k] += to_b[k];
    }
}

static void sweep(oracle *o)
{
    for (uint32_t i = 0; i < o->starts[COLOURS]; i++) {
        const cloth_link *link = &o->links[i];
        if (!is_cut(o, link)) pull_both(o, link->a, link->b, rest_of(o, link));
    }
}

// All links from the same positions; each particle moves by the mean, times 1.5.
static void sweep_jacobi(oracle *o)
{
    memset(o->moved, 0, o->count * sizeof *o->moved);
    memset(o->links_of, 0, o->count * sizeof *o->links_of);
    for (uint32_t i = 0; i < o->starts[COLOURS]; i++) {
        const cloth_link *link = &o->links[i];
        double to_a[3], to_b[3];
        if (is_cut(o, link)) continue;
        pull(o, link->a, link->b, rest_of(o, link), to_a, to_b);
        o->links_of[link->a]++;
        o->links_of[link->b]++;
        for (int k = 0; k < 3; k++) {
            o->moved[link->a][k] += to_a[k];
            o->moved[link->b][k] += to_b[k];
        }
    }
    for (size_t i = 0; i < o->count; i++)
        for (int k = 0; k < 3; k++) o->x[i][k] += 1.5 * o->moved[i][k] / fmax(o->links_of[i], 1.0);
}

// To a link's other end, in particles.
static uint32_t bend_way(const oracle *o, int down)
{
    return down ? 2 * (uint32_t)o->c.columns : 2;
}

// The task: pairs of particles with one between them, in the colours that find_bends() has found.
static void sweep_bends(oracle *o)
{
    for (int colour = 0; colour < BEND_COLOURS; colour++)
        for (uint32_t a = 0; a < o->count; a++)
            if (o->bends[a] >> colour & 1)
                pull_both(o, a, a + bend_way(o, colour / 2), 2.0 * (double)o->c.spacing);
}

/* ---- The task about the hand: once a frame ---- */

// Of a place: from the nearest point of the ray.
static double way_from_ray(double way[3], const wb_hand *hand, const double place[3])
{
    double along = 0.0;
    for (int k = 0; k < 3; k++) {
        way[k] = place[k] - (double)hand->eye[k];
        along += way[k] * (double)hand->way[k];
    }
    for (int k = 0; k < 3; k++) way[k] -= along * (double)hand->way[k];
    return length_of(way);
}

// It presses along the normal, by what goes through.
static void blow(oracle *o, size_t i)
{
    wb_hand hand = hand_now();
    double way[3], reach = 0.5, *n = o->air[i], through = 0.0;
    double far = way_from_ray(way, &hand, o->x[i]);
    double push = 200.0 * FRAME_S * fmax(1.0 - far * far / (reach * reach), 0.0);
    for (int k = 0; k < 3; k++) through += (double)hand.way[k] * n[k];
    for (int k = 0; k < 3; k++) o->v[i][k] += push * through * n[k];
}

/* ---- A particle alone ---- */

static void predict(oracle *o, size_t i)
{
    double *v = o->v[i], *n = o->air[i], dt = (double)o->c.time_step;
    memcpy(o->before[i], o->x[i], sizeof o->before[i]);
    if (o->w[i] == 0.0) return;
    v[1] -= (double)o->c.fall;
    double through = n[3] - (v[0] * n[0] + v[1] * n[1] + v[2] * n[2]);
    double push = (double)o->c.drag * fabs(through);
    for (int k = 0; k < 3; k++) {
        v[k] += through * push / (1.0 + push) * n[k];
        o->x[i][k] += dt * v[k];
    }
}

static void hold(oracle *o, size_t i)
{
    int x = (int)(i % (size_t)o->c.columns), y = (int)(i / (size_t)o->c.columns);
    for (int t = 0; t < o->c.tethers; t++) {
        uint32_t pin = cloth_pin(&o->c, x, y, t);
        int across = x - (int)pin % o->c.columns, down = y - (int)pin / o->c.columns;
        bool is_lost = o->c.tear > 0.0f && (o->cuts[i] >> (DIRECTIONS + t) & 1) != 0;
        double d[3], longest = (double)o->c.spacing * sqrt((double)(across * across + down * down));
        for (int k = 0; k < 3; k++) d[k] = o->x[i][k] - o->x[pin][k];
        double length = length_of(d);
        if (is_lost || o->w[pin] > 0.0 || length <= longest) continue;
        for (int k = 0; k < 3; k++) o->x[i][k] = o->x[pin][k] + d[k] * longest / length;
    }
}

static void collide(oracle *o, size_t i, int substep)
{
    double centre[3], d[3], *x = o->x[i], radius = (double)o->c.ball[3];
    for (int k = 0; k < 3; k++) {
        centre[k] = (double)o->c.ball[k] + (substep + 1) * (double)o->c.ball_step[k];
        d[k] = x[k] - centre[k];
    }
    double length = length_of(d);
    if (length == 0.0) d[1] = length = 1.0;
    for (int k = 0; k < 3 && length < radius; k++) x[k] = centre[k] + d[k] * radius / length;
    if (x[1] >= (double)o->c.floor) return;
    x[0] = o->before[i][0];
    x[1] = (double)o->c.floor;
    x[2] = o->before[i][2];
}

static void finish(oracle *o, size_t i, int substep)
{
    if (o->w[i] == 0.0) return;
    hold(o, i);
    collide(o, i, substep);
    for (int k = 0; k < 3; k++)
        o->v[i][k] = (o->x[i][k] - o->before[i][k]) * (double)o->c.per_step * (double)o->c.keep;
}

static void step(oracle *o, int substep)
{
    for (size_t i = 0; i < o->count; i++) predict(o, i);
    if (traits()->is_gathered)
        for (int k = 0; k < lesson.iterations; k++) sweep_jacobi(o);
    else
        sweep(o);
    if (traits()->is_bent) sweep_bends(o);
    for (size_t i = 0; i < o->count; i++) finish(o, i, substep);
}

/* ---- Once a frame: tears ---- */

static bool has_tether(const oracle *o, uint32_t other, uint32_t self, int t)
{
    int columns = o->c.columns, x = (int)self % columns, y = (int)self / columns;
    int pin = (int)cloth_pin(&o->c, x, y, t), px = pin % columns, py = pin / columns;
    int ox = (int)other % columns - px, oy = (int)other / columns - py;
    bool nearer = ox * ox + oy * oy < (x - px) * (x - px) + (y - py) * (y - py);
    return nearer && (o->cuts[other] >> (DIRECTIONS + t) & 1) == 0;
}

static void lose_tethers(oracle *o)
{
    for (int t = 0; t < o->c.tethers; t++) {
        for (uint32_t i = 0; i < o->count; i++) {
            int x = (int)i % o->c.columns, y = (int)i / o->c.columns;
            if (cloth_pin(&o->c, x, y, t) != i) o->next_cuts[i] |= 1u << (DIRECTIONS + t);
        }
        for (uint32_t k = 0; k < o->starts[COLOURS]; k++) {
            const cloth_link *link = &o->links[k];
            uint32_t bit = ~(1u << (DIRECTIONS + t));
            if (is_cut(o, link)) continue;
            if (has_tether(o, link->b, link->a, t)) o->next_cuts[link->a] &= bit;
            if (has_tether(o, link->a, link->b, t)) o->next_cuts[link->b] &= bit;
        }
    }
}

static void tear(oracle *o)
{
    for (size_t i = 0; i < o->count; i++) o->next_cuts[i] = o->cuts[i] & 15;
    for (uint32_t i = 0; i < o->starts[COLOURS]; i++) {
        const cloth_link *link = &o->links[i];
        double d[3], rest = rest_of(o, link);
        for (int k = 0; k < 3; k++) d[k] = o->x[link->b][k] - o->x[link->a][k];
        double beyond = length_of(d) / rest - 1.0 - (double)o->c.tear;
        if (beyond > 0.0) o->next_cuts[link->cell] |= 1u << link->direction;
        if (!is_cut(o, link)) o->closest = fmin(o->closest, fabs(beyond));
    }
    lose_tethers(o);
    memcpy(o->cuts, o->next_cuts, o->count * sizeof *o->cuts);
}

/* ---- Once a frame: normals and wind ---- */

// Perlin's noise as his paper of 2002 has it, with the hash of shaders/12_cloth/noise.glsl.
static double gradient(const oracle *o, const int cell[3], const double d[3])
{
    uint32_t state = o->c.seed;
    for (int k = 0; k < 3; k++) {
        state = (state ^ (uint32_t)cell[k]) * 747796405u + 2891336453u;
        uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
        state = (word >> 22) ^ word;
    }
    uint32_t h = state & 15;
    double u = h < 8 ? d[0] : d[1], v = h < 4 ? d[1] : h == 12 || h == 14 ? d[0] : d[2];
    return (h & 1 ? -u : u) + (h & 2 ? -v : v);
}

static double noise(const oracle *o, const double place[3])
{
    double sum = 0.0;
    for (int corner = 0; corner < 8; corner++) {
        int cell[3];
        double d[3], weight = 1.0;
        for (int k = 0; k < 3; k++) {
            int far = corner >> k & 1;
            double whole = floor(place[k]), f = place[k] - whole;
            double t = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
            cell[k] = (int)whole + far;
            d[k] = f - far;
            weight *= far ? t : 1.0 - t;
        }
        sum += weight * gradient(o, cell, d);
    }
    return sum;
}

static double wind_along(const oracle *o, const double *x, const double *normal)
{
    static const double stretch[3] = {0.7, 0.9, 0.7}, way_of[3] = {-0.35, 0.2, -0.9};
    static const double aside[3] = {17.5, 3.25, 9.75};
    double time = (double)o->c.time, at[3], beside[3];
    for (int k = 0; k < 3; k++) {
        at[k] = stretch[k] * x[k] + way_of[k] * time;
        beside[k] = at[k] + aside[k];
    }
    at[2] += 0.4 * time;
    double along = noise(o, at), side = noise(o, beside), wind = (double)o->c.wind;
    return wind *
           (0.5 * side * normal[0] + 0.15 * side * normal[1] + (0.45 + 0.9 * along) * normal[2]);
}

static bool holds(const oracle *o, size_t cell, int direction)
{
    return o->c.tear == 0.0f || (o->cuts[cell] >> direction & 1) == 0;
}

static void add_triangle(oracle *o, size_t a, size_t b, size_t c)
{
    double p[3], q[3];
    for (int k = 0; k < 3; k++) {
        p[k] = o->x[b][k] - o->x[a][k];
        q[k] = o->x[c][k] - o->x[a][k];
    }
    const size_t corners[3] = {a, b, c};
    for (int corner = 0; corner < 3; corner++)
        for (int k = 0; k < 3; k++) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            o->air[corners[corner]][k] += p[l] * q[m] - p[m] * q[l];
        }
}

static void find_normals(oracle *o)
{
    size_t columns = (size_t)o->c.columns, rows = (size_t)o->c.rows;
    memset(o->air, 0, o->count * sizeof *o->air);
    for (size_t y = 0; y + 1 < rows; y++)
        for (size_t x = 0; x + 1 < columns; x++) {
            size_t i = y * columns + x;
            if (!holds(o, i, 2)) continue;
            if (holds(o, i, 0) && holds(o, i + 1, 1)) add_triangle(o, i, i + columns + 1, i + 1);
            if (holds(o, i, 1) && holds(o, i + columns, 0))
                add_triangle(o, i, i + columns, i + columns + 1);
        }
    for (size_t i = 0; i < o->count; i++) {
        double length = length_of(o->air[i]);
        for (int k = 0; k < 3 && length > 0.0; k++) o->air[i][k] /= length;
        o->air[i][3] = o->c.drag > 0.0f ? wind_along(o, o->x[i], o->air[i]) : 0.0;
    }
}

/* ---- The whole ---- */

static void oracle_free(oracle *o)
{
    free(o->x);
    free(o->v);
    free(o->before);
    free(o->moved);
    free(o->air);
    free(o->w);
    free(o->links_of);
    free(o->links);
    free(o->cuts);
    free(o->next_cuts);
    free(o->bends);
    *o = (oracle){0};
}

static bool oracle_create(oracle *o)
{
    size_t count = lesson.count;
    const float(*x)[4] = wb_start_state("positions"), (*v)[4] = wb_start_state("velocities");
    const float(*air)[4] = wb_start_state("air");
    const uint32_t *cuts = wb_start_state("cuts");
    *o = (oracle){.count = count, .closest = INFINITY};
    o->x = calloc(count, sizeof *o->x);
    o->v = calloc(count, sizeof *o->v);
    o->before = calloc(count, sizeof *o->before);
    o->moved = calloc(count, sizeof *o->moved);
    o->air = calloc(count, sizeof *o->air);
    o->w = calloc(count, sizeof *o->w);
    o->links_of = calloc(count, sizeof *o->links_of);
    o->links = calloc(lesson.starts[COLOURS], sizeof *o->links);
    o->cuts = calloc(count, sizeof *o->cuts);
    o->next_cuts = calloc(count, sizeof *o->next_cuts);
    o->bends = calloc(count, sizeof *o->bends);
    if (!o->x || !o->v || !o->before || !o->moved || !o->air || !o->w || !o->links_of ||
        !o->links || !o->cuts || !o->next_cuts || !o->bends || !x || !v || !air || !cuts) {
        wb_error("the oracle has no memory for %zu particles", count);
        oracle_free(o);
        return false;
    }
    cloth_links(columns(), rows(), o->links, o->starts);
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            o->x[i][k] = (double)x[i][k];
            o->v[i][k] = (double)v[i][k];
        }
        for (int k = 0; k < 4; k++) o->air[i][k] = (double)air[i][k];
        o->w[i] = fmax((double)x[i][3], 0.0);
        o->cuts[i] = cuts[i];
    }
    return true;
}

static void run(oracle *o)
{
    for (int64_t frame = 0; frame < wb_frame(); frame++) {
        o->c = make_cloth(frame, true);
        for (size_t i = 0; i < o->count && traits()->has_hand; i++) blow(o, i);
        for (int i = 0; i < lesson.substeps; i++) step(o, i);
        if (o->c.tear > 0.0f) tear(o);
        find_normals(o);
    }
}

/* ---- What is known about cloth ---- */

static const double MOMENTUM = 1e-4; // of all momenta, whatever their directions

// Nothing holds the cloth, and nothing pulls at it: links are opposite and equal, so the sum of all
// momenta stays 0.
static bool is_free(void)
{
    return lesson.pins == PINS_NONE && lesson.gravity == 0.0f && lesson.wind == 0.0f &&
           lesson.ball == 0.0f && !traits()->is_gathered;
}

static bool verify_momentum(const oracle *o, float (*v)[4])
{
    double sum[3] = {0}, all = 0.0;
    for (size_t i = 0; i < o->count; i++) {
        double speed[3];
        for (int k = 0; k < 3; k++) {
            speed[k] = (double)v[i][k];
            sum[k] += speed[k] / o->w[i];
        }
        all += length_of(speed) / o->w[i];
    }
    double share = all > 0.0 ? length_of(sum) / all : 0.0;
    if (share <= MOMENTUM) return true;
    wb_error("nothing pulls at this cloth, and yet it goes somewhere: momenta of %g kg m/s in all "
             "have a sum of %g",
             all, length_of(sum));
    return false;
}

/* ---- The comparison ---- */

// float32 has 24 bits, and a check's frames hand errors on; what was seen is a tenth of these.
static const double POSITION_M = 1e-5, VELOCITY_M_S = 1e-2, NORMAL = 1e-3;

// Where in the cloth it is worst: what is wrong begins there, and neighbours hand it on.
static void tell_worst(const oracle *o, const float *got, const double *expected, size_t each)
{
    size_t worst = 0;
    double most = -1.0;
    for (size_t i = 0; i < o->count * each && isfinite(most); i++) {
        double off = fabs((double)got[i] - expected[i]);
        if (off <= most) continue;
        most = isnan(off) ? INFINITY : off;
        worst = i / each;
    }
    wb_note("in a cloth of %d columns and %d rows, the particle in column %zu, row %zu, counted "
            "from 0, is furthest off",
            o->c.columns, o->c.rows, worst % (size_t)o->c.columns, worst / (size_t)o->c.columns);
    wb_hand hand = hand_now();
    double way[3];
    if (traits()->has_hand)
        wb_note("it is %.2f m from the hand's ray now, and the cloth's normal there is (%.2f, "
                "%.2f, %.2f)",
                way_from_ray(way, &hand, o->x[worst]), o->air[worst][0], o->air[worst][1],
                o->air[worst][2]);
}

// Of a colour's links, as a share of what it is at rest: at these places, or as it should be.
static double mean_length(const oracle *o, int colour, float (*x)[4])
{
    double sum = 0.0, count = (double)(o->starts[colour + 1] - o->starts[colour]);
    for (uint32_t i = o->starts[colour]; i < o->starts[colour + 1]; i++) {
        uint32_t a = o->links[i].a, b = o->links[i].b;
        double d[3];
        for (int k = 0; k < 3; k++)
            d[k] = x != NULL ? (double)x[b][k] - (double)x[a][k] : o->x[b][k] - o->x[a][k];
        sum += length_of(d) / rest_of(o, &o->links[i]);
    }
    return count > 0.0 ? sum / count : 1.0;
}

// The colour whose links are, on average, furthest from how long they should be: one that has not
// been pulled shows there, or not all of it, or twice.
static void tell_colour(const oracle *o, float (*x)[4])
{
    static const char *const ways[DIRECTIONS] = {"across", "down", "on a diagonal",
                                                 "on the other diagonal"};
    double most = 1e-4; // less may be anything
    int worst = -1;
    for (int colour = 0; colour < COLOURS; colour++) {
        double off = fabs(mean_length(o, colour, x) - mean_length(o, colour, NULL));
        if (!(off > most)) continue; // not a number, too
        most = off;
        worst = colour;
    }
    if (worst >= 0)
        wb_note("of the colours, colour %d, the %s links %s, is furthest off: on average these "
                "have %.2f %% of their length at rest, expected %.2f %%",
                worst, worst % 2 == 0 ? "even" : "odd", ways[worst / 2],
                100.0 * mean_length(o, worst, x), 100.0 * mean_length(o, worst, NULL));
}

// `columns` of the four numbers of each row, with `expected` in rows as wide.
static wb_result compare(const oracle *o, const char *name, float (*rows)[4],
                         const double *expected, size_t columns, double absolute)
{
    size_t count = o->count;
    float *got = malloc(count * columns * sizeof *got);
    if (got == NULL) {
        wb_error("--check: no memory for %zu particles", count);
        return WB_NOT_RUN;
    }
    for (size_t i = 0; i < count * columns; i++) got[i] = rows[i / columns][i % columns];
    wb_array array = {.type = WB_F32, .dimensions = 2, .shape = {count, columns}, .data = got};
    bool good = wb_check_close(name, &array, expected, absolute, 0.0);
    if (!good) tell_worst(o, got, expected, columns);
    free(got);
    return wb_result_of(good);
}

// What has been read back of the four buffers of the state.
typedef struct state_read {
    float (*x)[4], (*v)[4], (*air)[4];
    uint32_t *cuts;
} state_read;

static wb_result compare_all(const oracle *o, const state_read *got)
{
    wb_result result = compare(o, "positions", got->x, &o->x[0][0], 3, POSITION_M);
    if (result == WB_WRONG) tell_colour(o, got->x);
    if (result == WB_RIGHT) result = compare(o, "velocities", got->v, &o->v[0][0], 3, VELOCITY_M_S);
    if (result == WB_RIGHT) result = compare(o, "air", got->air, &o->air[0][0], 4, NORMAL);
    wb_array cuts = {.type = WB_U32, .dimensions = 1, .shape = {o->count}, .data = got->cuts};
    if (result == WB_RIGHT && o->closest > NORMAL)
        result = wb_result_of(wb_check_equal("cuts", &cuts, o->cuts));
    if (result == WB_RIGHT && is_free()) result = wb_result_of(verify_momentum(o, got->v));
    return result;
}

/* ---- The task's colours ---- */

static void write_positions(float (*x)[4])
{
    glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.positions.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)(lesson.count * sizeof *x), x);
}

// Any colouring is right that has each link once, and no two links of a colour in one particle. So
// the learner's kernel is asked: once for each colour, on a flat cloth that is half as large again
// as it should be. There, a link's first end moves on along the row or column, its second one back.
static bool pull_flat_cloth(oracle *o, int colour, float (*x)[4])
{
    for (size_t i = 0; i < o->count; i++) {
        x[i][0] = 1.5f * o->c.spacing * (float)(i % (size_t)o->c.columns);
        x[i][1] = 1.5f * o->c.spacing * (float)(i / (size_t)o->c.columns);
        x[i][2] = 0.0f;
        x[i][3] = 1.0f;
    }
    write_positions(x);
    bend(colour / 2, colour % 2);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData and the next cloth
    return wb_buffer_read(&lesson.positions, x);
}

static void note_pulled(oracle *o, int colour, float (*x)[4])
{
    int down = colour / 2;
    for (size_t i = 0; i < o->count; i++) {
        size_t place = down ? i / (size_t)o->c.columns : i % (size_t)o->c.columns;
        float flat = 1.5f * o->c.spacing * (float)place;
        if (x[i][down] > flat) o->bends[i] |= (uint8_t)(1 << colour);
    }
}

// Two links of a colour in one particle race. The kernel machine tells of the race.
static bool is_each_link_once(const oracle *o)
{
    int columns = o->c.columns, rows = o->c.rows;
    for (uint32_t i = 0; i < o->count; i++)
        for (int down = 0; down < 2; down++) {
            int x = (int)i % columns, y = (int)i / columns, bits = o->bends[i] >> 2 * down & 3;
            if ((down ? y + 2 >= rows : x + 2 >= columns) || bits == 1 || bits == 2) continue;
            wb_error("the link from column %d, row %d to column %d, row %d is in %s", x, y,
                     down ? x : x + 2, down ? y + 2 : y,
                     bits == 0 ? "no colour: nothing pulls it, expected once"
                               : "both colours: it is pulled twice, expected once");
            return false;
        }
    return true;
}

static wb_result find_bends(oracle *o, float (*kept)[4])
{
    float(*x)[4] = malloc(o->count * sizeof *x);
    bool good = x != NULL;
    o->c = make_cloth(0, true);
    for (int colour = 0; good && colour < BEND_COLOURS; colour++) {
        good = pull_flat_cloth(o, colour, x);
        if (good) note_pulled(o, colour, x);
    }
    write_positions(kept);
    free(x);
    return good ? wb_result_of(is_each_link_once(o)) : WB_NOT_RUN;
}

/* ---- The whole ---- */

static wb_result run_and_compare(const state_read *got)
{
    oracle o;
    if (!oracle_create(&o)) return WB_NOT_RUN;
    wb_result result = traits()->is_bent ? find_bends(&o, got->x) : WB_RIGHT;
    if (result == WB_RIGHT) {
        run(&o);
        result = compare_all(&o, got);
    }
    oracle_free(&o);
    return result;
}

wb_result verify(void)
{
    size_t count = lesson.count;
    state_read got = {.x = malloc(count * sizeof *got.x),
                      .v = malloc(count * sizeof *got.v),
                      .air = malloc(count * sizeof *got.air),
                      .cuts = malloc(count * sizeof *got.cuts)};
    wb_result result = WB_NOT_RUN;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    if (got.x == NULL || got.v == NULL || got.air == NULL || got.cuts == NULL)
        wb_error("--check: no memory for %zu particles", count);
    else if (wb_buffer_read(&lesson.positions, got.x) &&
             wb_buffer_read(&lesson.velocities, got.v) && wb_buffer_read(&lesson.air, got.air) &&
             wb_buffer_read(&lesson.cuts, got.cuts))
        result = run_and_compare(&got);
    free(got.x);
    free(got.v);
    free(got.air);
    free(got.cuts);
    return result;
}
