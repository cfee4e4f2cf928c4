// What is right: the same physics on the CPU, in double precision, written for clearness, and what
// the check asks of the water. Neighbours are found through a grid of its own, as linked lists.
#include "oracle.h"
#include "state.h"
#include "water/scene.h"

#include <math.h>
#include <stdlib.h>

typedef struct oracle {
    int count;
    double (*positions)[3];
    double (*velocities)[3];
    double (*accelerations)[3]; // of the last step
    double *densities, *pushes; // at the start of the last step; push: physics.h's p_i
    double *stored;             // energy at that time, J/kg: kinetic, and of surface tension
    int *next, *first;          // the grid: particles of a cell, as a linked list
} oracle;

/* ---- Neighbours ---- */

// Cells of one reach; the last one along an axis may stick out of the box.
static int cells_along(const wb_water_numbers *p, int axis)
{
    return (int)((double)p->box[axis] / p->reach) + 1;
}

static int cell_along(const wb_water_numbers *p, int axis, double x)
{
    double cell = floor(x / p->reach), last = cells_along(p, axis) - 1;
    return (int)fmin(fmax(cell, 0.0), last); // of NaN, 0
}

static int cell_count(const wb_water_numbers *p)
{
    return cells_along(p, 0) * cells_along(p, 1) * cells_along(p, 2);
}

static int cell_index(const wb_water_numbers *p, const int cell[3])
{
    return (cell[2] * cells_along(p, 1) + cell[1]) * cells_along(p, 0) + cell[0];
}

static void build_lists(oracle *o, const wb_water_numbers *p)
{
    int cells = cell_count(p);
    for (int i = 0; i < cells; i++) o->first[i] = -1;
    for (int i = o->count - 1; i >= 0; i--) {
        int cell[3];
        for (int axis = 0; axis < 3; axis++)
            cell[axis] = cell_along(p, axis, o->positions[i][axis]);
        int at = cell_index(p, cell);
        o->next[i] = o->first[at];
        o->first[at] = i;
    }
}

typedef void (*pair_function)(oracle *o, const wb_water_numbers *p, int i, int j, const double d[3],
                              double r);

// Calls `pair` for every j within the reach of i, i itself included; d = x_i - x_j, r = |d|.
static void for_each_neighbour(oracle *o, const wb_water_numbers *p, int i, pair_function pair)
{
    int low[3], high[3], cell[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = cell_along(p, axis, o->positions[i][axis] - p->reach);
        high[axis] = cell_along(p, axis, o->positions[i][axis] + p->reach);
    }
    for (cell[2] = low[2]; cell[2] <= high[2]; cell[2]++)
        for (cell[1] = low[1]; cell[1] <= high[1]; cell[1]++)
            for (cell[0] = low[0]; cell[0] <= high[0]; cell[0]++)
                for (int j = o->first[cell_index(p, cell)]; j >= 0; j = o->next[j]) {
                    double d[3], square = 0.0;
                    for (int axis = 0; axis < 3; axis++) {
                        d[axis] = o->positions[i][axis] - o->positions[j][axis];
                        square += d[axis] * d[axis];
                    }
                    if (square < (double)p->reach * p->reach) pair(o, p, i, j, d, sqrt(square));
                }
}

/* ---- Forces ---- */

static const double PI = 3.14159265358979323846;

// Wendland's kernel C2, in 1/m3, and its derivative, in 1/m4. Without pow(), which would take a
// third of a check's time.
static double kernel(double h, double r)
{
    double q = r / h, u = 1.0 - q;
    return q < 1.0 ? 21.0 / (2.0 * PI * h * h * h) * u * u * u * u * (1.0 + 4.0 * q) : 0.0;
}

static double kernel_slope(double h, double r)
{
    double q = r / h, u = 1.0 - q;
    return q < 1.0 ? -210.0 / (PI * h * h * h * h) * q * u * u * u : 0.0;
}

// The integral of r W(r) from r to the reach, in 1/m: what a pair has stored that pulls by r W(r).
static double well(const wb_water_numbers *p, double r)
{
    double u = 1.0 - r / p->reach;
    return u > 0.0 ? 21.0 / (2.0 * PI * p->reach) *
                         (pow(u, 5.0) - 1.5 * pow(u, 6.0) + 4.0 / 7.0 * pow(u, 7.0))
                   : 0.0;
}

static void add_density(oracle *o, const wb_water_numbers *p, int i, int j, const double d[3],
                        double r)
{
    (void)d, (void)j;
    o->densities[i] += p->mass * kernel(p->reach, r);
}

// The energy's gradient, and friction along the line between the two. At one place, as with itself,
// there is no direction to push in.
static void add_acceleration(oracle *o, const wb_water_numbers *p, int i, int j, const double d[3],
                             double r)
{
    double h = p->reach, approach = 0.0, rest = p->rest_density;
    if (r == 0.0) return;
    for (int axis = 0; axis < 3; axis++)
        approach -= (o->velocities[i][axis] - o->velocities[j][axis]) * d[axis];
    double friction = 10.0 * p->viscosity * approach +
                      p->artificial * p->sound_speed * rest * h * fmax(approach, 0.0);
    friction /= (r * r + 0.001 * h * h) * fmax(o->densities[i], rest) * fmax(o->densities[j], rest);
    double push = -p->mass * (o->pushes[i] + o->pushes[j] + friction) * kernel_slope(h, r) / r;
    double pull = p->tension * kernel(h, r); // the task's
    o->stored[i] -= 0.5 * p->tension * well(p, r);
    for (int axis = 0; axis < 3; axis++) o->accelerations[i][axis] += (push - pull) * d[axis];
}

/* ---- Walls and obstacles ---- */

// The integral of `f` over distances from `from` to the reach, by Simpson's rule, which here need
// not be fast.
static double integrate(double (*f)(const wb_water_numbers *p, double r, double x),
                        const wb_water_numbers *p, double from, double x)
{
    enum { PARTS = 64 };
    double width = (p->reach - from) / PARTS, sum = 0.0;
    if (width <= 0.0) return 0.0;
    for (int k = 0; k <= PARTS; k++) {
        double weight = k == 0 || k == PARTS ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
        sum += weight * f(p, from + k * width, x);
    }
    return sum * width / 3.0;
}

// The part of the sphere of radius r around the particle that lies beyond a plane in the distance x
// is a cap of the height r - x; times the kernel there. And how that falls with x.
static double cap_of_plane(const wb_water_numbers *p, double r, double x)
{
    return 2.0 * PI * r * (r - x) * kernel(p->reach, r);
}

static double fall_of_plane(const wb_water_numbers *p, double r, double x)
{
    (void)x;
    return 2.0 * PI * r * kernel(p->reach, r);
}

// The same of the ball that is an obstacle, with its centre in the distance x. The plane in which
// the two spheres meet is (r^2 + x^2 - R^2) / 2 x away.
static double cap_of_ball(const wb_water_numbers *p, double r, double x)
{
    double radius = p->radius, plane = (r * r + x * x - radius * radius) / (2.0 * x);
    return 2.0 * PI * r * (r - plane) * kernel(p->reach, r);
}

static double fall_of_ball(const wb_water_numbers *p, double r, double x)
{
    double radius = p->radius, moves = 0.5 - (r * r - radius * radius) / (2.0 * x * x);
    return 2.0 * PI * r * moves * kernel(p->reach, r);
}

static double beyond(const wb_water_numbers *p, double distance)
{
    double share = integrate(cap_of_plane, p, fabs(distance), fabs(distance));
    return distance < 0.0 ? 1.0 - share : share;
}

static double beyond_slope(const wb_water_numbers *p, double distance)
{
    return -integrate(fall_of_plane, p, fabs(distance), 0.0);
}

// A share that is open, and its gradient.
typedef struct open_share {
    double share, slope[3];
} open_share;

// Where several things are near, their shares multiply.
static open_share both(open_share a, open_share b)
{
    open_share all = {.share = a.share * b.share};
    for (int axis = 0; axis < 3; axis++)
        all.slope[axis] = a.slope[axis] * b.share + b.slope[axis] * a.share;
    return all;
}

static open_share beside_wall(const wb_water_numbers *p, int axis, double distance, double outwards)
{
    open_share open = {.share = 1.0 - beyond(p, distance)};
    open.slope[axis] = -beyond_slope(p, distance) * outwards;
    return open;
}

static open_share beside_ball(const wb_water_numbers *p, const double *x)
{
    double d[3], square = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        d[axis] = x[axis] - p->obstacle[axis];
        square += d[axis] * d[axis];
    }
    double centre = sqrt(square), distance = centre - p->radius;
    open_share open = {.share = 1.0 - integrate(cap_of_ball, p, distance, centre)};
    for (int axis = 0; axis < 3; axis++)
        open.slope[axis] = integrate(fall_of_ball, p, distance, centre) * d[axis] / centre;
    return open;
}

// Between two planes along each axis, and the three shares multiply.
static open_share beside_block(const wb_water_numbers *p, const double *x)
{
    open_share covered = {.share = 1.0};
    for (int axis = 0; axis < 3; axis++) {
        double d = x[axis] - p->obstacle[axis], half = p->half_size[axis];
        open_share slab = {.share = beyond(p, d - half) - beyond(p, d + half)};
        slab.slope[axis] = beyond_slope(p, d - half) - beyond_slope(p, d + half);
        covered = both(covered, slab);
    }
    open_share open = {.share = 1.0 - covered.share};
    for (int axis = 0; axis < 3; axis++) open.slope[axis] = -covered.slope[axis];
    return open;
}

// There is air under the ceiling, so that does not count.
static open_share open_at(const wb_water_numbers *p, const double *x)
{
    open_share open = {.share = 1.0};
    for (int axis = 0; axis < 3; axis++) {
        open = both(open, beside_wall(p, axis, x[axis], 1.0));
        if (axis != 1) open = both(open, beside_wall(p, axis, p->box[axis] - x[axis], -1.0));
    }
    if (p->obstacle_kind == WATER_SPHERE) open = both(open, beside_ball(p, x));
    if (p->obstacle_kind == WATER_BOX) open = both(open, beside_block(p, x));
    return open;
}

// The wall swallows the velocity towards it.
static double stop(double velocity, double outwards)
{
    return velocity * outwards < 0.0 ? 0.0 : velocity;
}

static void keep_in_box(const wb_water_numbers *p, double *x, double *v)
{
    for (int axis = 0; axis < 3; axis++) {
        double low = p->gap, high = fmax(low, (double)p->box[axis] - p->gap);
        if (x[axis] < low) v[axis] = stop(v[axis], 1.0);
        if (x[axis] > high) v[axis] = stop(v[axis], -1.0);
        x[axis] = fmin(fmax(x[axis], low), high);
    }
}

static void keep_out_of_sphere(const wb_water_numbers *p, double *x, double *v)
{
    double d[3], square = 0.0, speed = 0.0, radius = (double)p->radius + p->gap;
    for (int axis = 0; axis < 3; axis++) {
        d[axis] = x[axis] - p->obstacle[axis];
        square += d[axis] * d[axis];
    }
    double r = sqrt(square);
    if (r >= radius || r == 0.0) return;
    for (int axis = 0; axis < 3; axis++) speed += v[axis] * d[axis] / r;
    for (int axis = 0; axis < 3; axis++) {
        x[axis] = p->obstacle[axis] + d[axis] / r * radius;
        if (speed < 0.0) v[axis] -= speed * d[axis] / r;
    }
}

// Out through the face that is closest.
static void keep_out_of_block(const wb_water_numbers *p, double *x, double *v)
{
    int face = 0;
    double depth[3], side[3];
    for (int axis = 0; axis < 3; axis++) {
        double d = x[axis] - p->obstacle[axis];
        side[axis] = d < 0.0 ? -1.0 : 1.0;
        depth[axis] = (double)p->half_size[axis] + p->gap - fabs(d);
        if (depth[axis] <= 0.0) return;
        if (depth[axis] < depth[face]) face = axis;
    }
    x[face] += side[face] * depth[face];
    v[face] = stop(v[face], side[face]);
}

static void move(oracle *o, const wb_water_numbers *p, int i)
{
    double *x = o->positions[i], *v = o->velocities[i];
    for (int axis = 0; axis < 3; axis++) {
        double middle = v[axis] + 0.5 * p->time_step * o->accelerations[i][axis];
        o->stored[i] += 0.5 * middle * middle;
        v[axis] += p->time_step * o->accelerations[i][axis];
        x[axis] += p->time_step * v[axis]; // with the new velocity: semi-implicit Euler
    }
    if (p->obstacle_kind == WATER_SPHERE) keep_out_of_sphere(p, x, v);
    if (p->obstacle_kind == WATER_BOX) keep_out_of_block(p, x, v);
    keep_in_box(p, x, v);
}

/* ---- The whole ---- */

static void oracle_free(oracle *o)
{
    free(o->positions);
    free(o->velocities);
    free(o->accelerations);
    free(o->densities);
    free(o->pushes);
    free(o->stored);
    free(o->next);
    free(o->first);
    *o = (oracle){0};
}

// From positions and velocities as the buffers hold them: x, y, z and another number.
static bool oracle_create(oracle *o, const wb_water_numbers *p, const float (*positions)[4],
                          const float (*velocities)[4])
{
    size_t count = (size_t)p->count;
    *o = (oracle){.count = p->count};
    o->positions = calloc(count, sizeof *o->positions);
    o->velocities = calloc(count, sizeof *o->velocities);
    o->accelerations = calloc(count, sizeof *o->accelerations);
    o->densities = calloc(count, sizeof *o->densities);
    o->pushes = calloc(count, sizeof *o->pushes);
    o->stored = calloc(count, sizeof *o->stored);
    o->next = calloc(count, sizeof *o->next);
    o->first = calloc((size_t)cell_count(p), sizeof *o->first);
    if (!o->positions || !o->velocities || !o->accelerations || !o->densities || !o->pushes ||
        !o->stored || !o->next || !o->first) {
        wb_error("the oracle has no memory for %d particles", p->count);
        oracle_free(o);
        return false;
    }
    for (int i = 0; i < o->count; i++)
        for (int axis = 0; axis < 3; axis++) {
            o->positions[i][axis] = positions[i][axis];
            o->velocities[i][axis] = velocities[i][axis];
        }
    return true;
}

static void oracle_step(oracle *o, const wb_water_numbers *p)
{
    build_lists(o, p);
    for (int i = 0; i < o->count; i++) {
        open_share open = open_at(p, o->positions[i]);
        o->densities[i] = 0.0;
        for_each_neighbour(o, p, i, add_density);
        o->densities[i] /= open.share;
        o->pushes[i] = wb_water_elastic_slope(p, o->densities[i]) / open.share;
        for (int axis = 0; axis < 3; axis++)
            o->accelerations[i][axis] = o->pushes[i] * o->densities[i] * open.slope[axis];
        o->accelerations[i][1] -= p->gravity;
        o->stored[i] = 0.0;
    }
    for (int i = 0; i < o->count; i++) for_each_neighbour(o, p, i, add_acceleration);
    for (int i = 0; i < o->count; i++) move(o, p, i);
}

/* ---- What is known about water ---- */

// All particles together weigh what their volume of water weighs.
static bool verify_mass(const wb_water_numbers *p)
{
    double spacing = wb_water_scene_spacing(lesson.chosen.scene, p->count);
    double volume = p->count * spacing * spacing * spacing;
    double mass = (double)p->mass * p->count, right = (double)p->rest_density * volume;
    if (fabs(mass - right) <= 1e-6 * right) return true; // float's rounding
    wb_error("%d particles of %g kg weigh %.0f kg, but %.2f m3 of water weigh %.0f kg", p->count,
             (double)p->mass, mass, volume, right);
    return false;
}

// In no frame a particle was lost, and the total energy was never more than 1 % of the first
// frame's above what it had been before.
static bool verify_history(int64_t frames)
{
    double first = 0.0, least = INFINITY;
    for (int64_t frame = 1; frame <= frames; frame++) {
        wb_water_figures figures = wb_water_figures_at(&lesson.history, frame, frames);
        double energy = wb_water_energy(&figures);
        if (figures.lost > 0.0 || isnan(figures.lost)) {
            wb_error("%.0f particles are outside of the box, or no numbers, after frame %lld",
                     figures.lost, (long long)frame);
            return false;
        }
        if (frame == 1) first = energy;
        least = fmin(least, energy);
        if (energy - least <= 0.01 * fabs(first)) continue;
        wb_error("the total energy grew by %.1f %% up to frame %lld, from nowhere",
                 100.0 * (energy - least) / fabs(first), (long long)frame);
        return false;
    }
    return true;
}

/* ---- The comparison ---- */

enum { MANY = 10000 }; // particles: with more, some bounce earlier or later than the oracle's
enum { COMPARABLE_STEPS = 32, FURTHER_STEPS = 2 };

// float32 with 24 bits, sums of about 80 terms, and a check's eight steps, which hand errors on:
// what was seen is a tenth of these.
static const double POSITION_M = 1e-5, VELOCITY_M_S = 5e-3, DENSITY_SHARE = 1e-5;
static const double KINETIC_J_KG = 5e-3, KINETIC_SHARE = 1e-3;

typedef struct comparison {
    const char *name;
    double absolute, relative;
    int columns, first; // of the buffer's four
} comparison;

// Compares `columns` of the four numbers of each row with `expected`, rows of that many.
static wb_result compare(comparison c, const float *rows, size_t count, const double *expected)
{
    size_t width = (size_t)c.columns;
    float *got = malloc(count * width * sizeof *got);
    if (got == NULL) {
        wb_error("--check: no memory for %zu particles", count);
        return WB_NOT_RUN;
    }
    for (size_t i = 0; i < count * width; i++)
        got[i] = rows[i / width * 4 + (size_t)c.first + i % width];
    wb_array array = {.type = WB_F32, .dimensions = 2, .shape = {count, width}, .data = got};
    bool good = wb_check_close(c.name, &array, expected, c.absolute, c.relative);
    free(got);
    return wb_result_of(good);
}

// Positions with densities, and velocities with kinetic energies.
static wb_result compare_all(const oracle *o, const float *positions, const float *velocities)
{
    size_t count = (size_t)o->count;
    const struct {
        comparison c;
        const float *rows;
        const double *expected;
    } all[] = {
        {{"densities", 0.0, DENSITY_SHARE, 1, 3}, positions, o->densities},
        {{"kinetic energies", KINETIC_J_KG, KINETIC_SHARE, 1, 3}, velocities, o->stored},
        {{"positions", POSITION_M, 0.0, 3, 0}, positions, &o->positions[0][0]},
        {{"velocities", VELOCITY_M_S, 0.0, 3, 0}, velocities, &o->velocities[0][0]},
    };
    wb_result result = WB_RIGHT;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == WB_RIGHT; i++)
        result = compare(all[i].c, all[i].rows, count, all[i].expected);
    return result;
}

// What the frames from `first` on have made of a state, against what the oracle makes of it.
static wb_result verify_frames(const wb_water_numbers *p, const void *const start[2], int64_t first)
{
    size_t bytes = (size_t)lesson.positions.size_bytes;
    oracle o = {0};
    float *positions = malloc(bytes), *velocities = malloc(bytes);
    wb_result result = WB_NOT_RUN;
    bool room = positions != NULL && velocities != NULL && start[0] != NULL && start[1] != NULL;
    if (!room) wb_error("--check: no memory for %d particles", p->count);
    if (room && oracle_create(&o, p, start[0], start[1])) {
        for (int64_t frame = first; frame < lesson.frame; frame++) {
            wb_water_numbers then = *p;
            then.time_step = lesson.past[frame % WATER_FRAMES].time_step;
            for (int i = 0; i < lesson.past[frame % WATER_FRAMES].steps; i++)
                oracle_step(&o, &then);
        }
        if (wb_buffer_read(&lesson.positions, positions) &&
            wb_buffer_read(&lesson.velocities, velocities))
            result = compare_all(&o, positions, velocities);
        if (result == WB_WRONG && p->count > MANY)
            wb_note("with that many, a few may just touch a wall in float32 and just not in double "
                    "precision, and bounce a step later or earlier\n"
                    "what to do: check fewer, with --set particles=5000");
    }
    oracle_free(&o);
    free(positions);
    free(velocities);
    return result;
}

static int64_t steps_so_far(void)
{
    int64_t steps = 0;
    for (int64_t frame = 0; frame < lesson.frame; frame++)
        steps += lesson.past[frame % WATER_FRAMES].steps;
    return steps;
}

// From the start, if it was few steps ago. Differences of rounding grow from step to step; after
// many steps two right results are apart, and a few more steps from where the water is now tell.
static wb_result verify_state(const wb_water_numbers *p)
{
    if (steps_so_far() <= COMPARABLE_STEPS) {
        const void *start[2] = {wb_start_state("positions"), wb_start_state("velocities")};
        return verify_frames(p, start, 0);
    }
    size_t bytes = (size_t)lesson.positions.size_bytes;
    void *now[2] = {malloc(bytes), malloc(bytes)};
    bool is_read = now[0] != NULL && now[1] != NULL && wb_buffer_read(&lesson.positions, now[0]) &&
                   wb_buffer_read(&lesson.velocities, now[1]);
    int64_t frame = lesson.frame;
    int kept = lesson.chosen.substeps;
    lesson.chosen.substeps = FURTHER_STEPS;
    if (is_read) wb_current_variant()->step();
    lesson.chosen.substeps = kept;
    wb_result result =
        is_read ? verify_frames(p, (const void *const[2]){now[0], now[1]}, frame) : WB_NOT_RUN;
    free(now[0]);
    free(now[1]);
    return result;
}

// To a learner, a number that is wrong says more than an energy that grows.
wb_result verify(void)
{
    const wb_water_numbers *p = &lesson.p;
    bool learns = wb_current_variant()->kind == WB_TASK;
    wb_result result = learns ? verify_state(p) : WB_RIGHT;
    if (result != WB_RIGHT) return result;
    if (!verify_mass(p) || !verify_history(lesson.frame)) return WB_WRONG;
    return learns ? WB_RIGHT : verify_state(p);
}
