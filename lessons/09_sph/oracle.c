// What is right: the same physics on the CPU, in double precision, written for clearness, and what
// the check asks of the water. Neighbours are found through a grid of its own, as linked lists.
#include "oracle.h"
#include "history.h"
#include "scene.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>

typedef struct oracle {
    int count;
    double (*positions)[3];
    double (*velocities)[3];
    double (*accelerations)[3]; // of the last step
    double *densities;          // at the start of the last step
    int *next, *first;          // the grid: particles of a cell, as a linked list
} oracle;

/* ---- Neighbours ---- */

// Cells of one reach; the last one along an axis may stick out of the box.
static int cells_along(const physics *p, int axis)
{
    return (int)((double)p->box[axis] / p->reach) + 1;
}

static int cell_along(const physics *p, int axis, double x)
{
    double cell = floor(x / p->reach), last = cells_along(p, axis) - 1;
    return (int)fmin(fmax(cell, 0.0), last); // of NaN, 0
}

static int cell_count(const physics *p)
{
    return cells_along(p, 0) * cells_along(p, 1) * cells_along(p, 2);
}

static int cell_index(const physics *p, const int cell[3])
{
    return (cell[2] * cells_along(p, 1) + cell[1]) * cells_along(p, 0) + cell[0];
}

static void build_lists(oracle *o, const physics *p)
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

typedef void (*pair_function)(oracle *o, const physics *p, int i, int j, const double d[3],
                              double r);

// Calls `pair` for every j within the reach of i, i itself included; d = x_i - x_j, r = |d|.
static void for_each_neighbour(oracle *o, const physics *p, int i, pair_function pair)
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

// Mueller's poly6 kernel.
static void add_density(oracle *o, const physics *p, int i, int j, const double d[3], double r)
{
    (void)d, (void)j;
    double h = p->reach, inside = h * h - r * r;
    o->densities[i] += p->mass * p->poly6 * inside * inside * inside;
}

// Like a pressure between two particles that come closer (Monaghan 1992).
static double artificial_pressure(const oracle *o, const physics *p, int i, int j,
                                  const double d[3], double r)
{
    double approach = 0.0, h = p->reach;
    for (int axis = 0; axis < 3; axis++)
        approach -= (o->velocities[i][axis] - o->velocities[j][axis]) * d[axis];
    double rate = h * fmax(approach, 0.0) / (r * r + 0.01 * h * h); // m/s
    return p->artificial * p->sound_speed * p->rest_density * rate;
}

// The gradient of the spiky kernel for the pressure, the Laplacian of the third for viscosity.
static void add_acceleration(oracle *o, const physics *p, int i, int j, const double d[3], double r)
{
    double outside = p->reach - r;
    double pressure = physics_pressure(p, o->densities[i]) + physics_pressure(p, o->densities[j]) +
                      artificial_pressure(o, p, i, j, d, r);
    // At one place, as with itself, there is no direction to push in.
    double push = r > 0.0 ? pressure * p->spiky * outside * outside / r : 0.0;
    double drag = p->viscosity * p->spiky * outside;
    double factor = p->mass / (o->densities[i] * o->densities[j]);
    double inside = (double)p->reach * p->reach - r * r;
    double pull = p->tension * p->poly6 * inside * inside * inside; // the exercise's
    for (int axis = 0; axis < 3; axis++)
        o->accelerations[i][axis] +=
            factor * (push * d[axis] + drag * (o->velocities[j][axis] - o->velocities[i][axis])) -
            pull * d[axis];
}

/* ---- Walls and obstacles ---- */

// What is behind a wall at this distance, as a share of the poly6 kernel: the integral of
// (1 - x^2)^4 from distance / h to 1, by Simpson's rule, which here need not be fast.
static double poly6_behind(const physics *p, double distance)
{
    enum { PARTS = 64 };
    double from = fmin(distance / p->reach, 1.0), width = (1.0 - from) / PARTS, sum = 0.0;
    for (int k = 0; k <= PARTS; k++) {
        double x = from + k * width, weight = k == 0 || k == PARTS ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
        sum += weight * pow(1.0 - x * x, 4.0);
    }
    return 315.0 / 256.0 * sum * width / 3.0;
}

// The spiky kernel, 15 / (pi h^6) (h - r)^3, integrated over the wall: 1/m.
static double spiky_behind(const physics *p, double distance)
{
    double h = p->reach, inside = fmax(h - distance, 0.0);
    return 30.0 / pow(h, 6.0) * (h * pow(inside, 4.0) / 4.0 - pow(inside, 5.0) / 5.0);
}

// How far the wall at the end of an axis is. There is air under the ceiling, so that does not
// count.
static double far_wall(const physics *p, int axis, double x)
{
    return axis == 1 ? INFINITY : (double)p->box[axis] - x;
}

// The space behind walls and floor counts as water of rest density.
static double wall_density(const physics *p, const double *x)
{
    double open = 1.0;
    for (int axis = 0; axis < 3; axis++)
        open *=
            (1.0 - poly6_behind(p, x[axis])) * (1.0 - poly6_behind(p, far_wall(p, axis, x[axis])));
    return p->rest_density * (1.0 - open);
}

static double wall_acceleration(const physics *p, int axis, double x, double density)
{
    double slope = spiky_behind(p, x) - spiky_behind(p, far_wall(p, axis, x));
    return 2.0 * slope * physics_pressure(p, density) * p->rest_density / (density * density);
}

// Takes the velocity towards a wall back, less what the wall swallows.
static double bounce(const physics *p, double velocity, double outwards)
{
    return velocity * outwards < 0.0 ? -p->restitution * velocity : velocity;
}

static void keep_in_box(const physics *p, double *x, double *v)
{
    for (int axis = 0; axis < 3; axis++) {
        double low = p->margin, high = fmax(low, (double)p->box[axis] - p->margin);
        if (x[axis] < low) v[axis] = bounce(p, v[axis], 1.0);
        if (x[axis] > high) v[axis] = bounce(p, v[axis], -1.0);
        x[axis] = fmin(fmax(x[axis], low), high);
    }
}

static void keep_out_of_sphere(const physics *p, double *x, double *v)
{
    double d[3], square = 0.0, speed = 0.0, radius = (double)p->radius + p->margin;
    for (int axis = 0; axis < 3; axis++) {
        d[axis] = x[axis] - p->obstacle[axis];
        square += d[axis] * d[axis];
    }
    double r = sqrt(square);
    if (r >= radius || r == 0.0) return;
    for (int axis = 0; axis < 3; axis++) speed += v[axis] * d[axis] / r;
    for (int axis = 0; axis < 3; axis++) {
        x[axis] = p->obstacle[axis] + d[axis] / r * radius;
        if (speed < 0.0) v[axis] -= (1.0 + p->restitution) * speed * d[axis] / r;
    }
}

// Out through the face that is closest.
static void keep_out_of_block(const physics *p, double *x, double *v)
{
    int face = 0;
    double depth[3], side[3];
    for (int axis = 0; axis < 3; axis++) {
        double d = x[axis] - p->obstacle[axis];
        side[axis] = d < 0.0 ? -1.0 : 1.0;
        depth[axis] = (double)p->half_size[axis] + p->margin - fabs(d);
        if (depth[axis] <= 0.0) return;
        if (depth[axis] < depth[face]) face = axis;
    }
    x[face] += side[face] * depth[face];
    v[face] = bounce(p, v[face], side[face]);
}

static void move(oracle *o, const physics *p, int i)
{
    double *x = o->positions[i], *v = o->velocities[i];
    for (int axis = 0; axis < 3; axis++) {
        v[axis] += p->time_step * o->accelerations[i][axis];
        x[axis] += p->time_step * v[axis]; // with the new velocity: semi-implicit Euler
    }
    if (p->obstacle_kind == OBSTACLE_SPHERE) keep_out_of_sphere(p, x, v);
    if (p->obstacle_kind == OBSTACLE_BOX) keep_out_of_block(p, x, v);
    keep_in_box(p, x, v);
}

/* ---- The whole ---- */

static void oracle_free(oracle *o)
{
    free(o->positions);
    free(o->velocities);
    free(o->accelerations);
    free(o->densities);
    free(o->next);
    free(o->first);
    *o = (oracle){0};
}

// From positions and velocities as the buffers hold them: x, y, z and another number.
static bool oracle_create(oracle *o, const physics *p, const float (*positions)[4],
                          const float (*velocities)[4])
{
    size_t count = (size_t)p->count;
    *o = (oracle){.count = p->count};
    o->positions = calloc(count, sizeof *o->positions);
    o->velocities = calloc(count, sizeof *o->velocities);
    o->accelerations = calloc(count, sizeof *o->accelerations);
    o->densities = calloc(count, sizeof *o->densities);
    o->next = calloc(count, sizeof *o->next);
    o->first = calloc((size_t)cell_count(p), sizeof *o->first);
    if (!o->positions || !o->velocities || !o->accelerations || !o->densities || !o->next ||
        !o->first) {
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

static void oracle_step(oracle *o, const physics *p, int64_t steps)
{
    for (; steps > 0; steps--) {
        build_lists(o, p);
        for (int i = 0; i < o->count; i++) {
            o->densities[i] = wall_density(p, o->positions[i]);
            for_each_neighbour(o, p, i, add_density);
        }
        for (int i = 0; i < o->count; i++) {
            for (int axis = 0; axis < 3; axis++)
                o->accelerations[i][axis] =
                    wall_acceleration(p, axis, o->positions[i][axis], o->densities[i]);
            o->accelerations[i][1] -= p->gravity;
            for_each_neighbour(o, p, i, add_acceleration);
        }
        for (int i = 0; i < o->count; i++) move(o, p, i);
    }
}

/* ---- What is known about water ---- */

// All particles together weigh what their volume of water weighs.
static bool verify_mass(const physics *p)
{
    double spacing = scene_spacing(lesson.scene, p->count);
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
        history_figures figures = history_at(lesson.history.id, frame, frames);
        double energy = history_energy(&figures);
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

enum { MANY = 10000 }; // particles: so many that some bounce earlier or later than the oracle's

// float32 with 24 bits, sums of about 80 terms, and a check's eight steps, which hand errors on:
// what was seen is a tenth of these. A pressure is the small difference of two densities times the
// stiffness, so its error is that of the density, in Pa.
static const double POSITION_M = 1e-5, VELOCITY_M_S = 5e-3, DENSITY_SHARE = 1e-5;

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

// Positions with densities, and velocities with pressures.
static wb_result compare_all(const oracle *o, const physics *p, const float *positions,
                             const float *velocities)
{
    size_t count = (size_t)o->count;
    double *pressures = malloc(count * sizeof *pressures);
    if (pressures == NULL) {
        wb_error("--check: no memory for %zu particles", count);
        return WB_NOT_RUN;
    }
    for (size_t i = 0; i < count; i++) pressures[i] = physics_pressure(p, o->densities[i]);
    const struct {
        comparison c;
        const float *rows;
        const double *expected;
    } all[] = {
        {{"densities", 0.0, DENSITY_SHARE, 1, 3}, positions, o->densities},
        {{"pressures", DENSITY_SHARE * p->stiffness, DENSITY_SHARE, 1, 3}, velocities, pressures},
        {{"positions", POSITION_M, 0.0, 3, 0}, positions, &o->positions[0][0]},
        {{"velocities", VELOCITY_M_S, 0.0, 3, 0}, velocities, &o->velocities[0][0]},
    };
    wb_result result = WB_RIGHT;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == WB_RIGHT; i++)
        result = compare(all[i].c, all[i].rows, count, all[i].expected);
    free(pressures);
    return result;
}

static wb_result verify_state(const physics *p)
{
    size_t bytes = (size_t)lesson.positions.size_bytes;
    oracle o = {0};
    float *positions = malloc(bytes), *velocities = malloc(bytes);
    const void *start[2] = {wb_start_state("positions"), wb_start_state("velocities")};
    wb_result result = WB_NOT_RUN;
    bool room = positions != NULL && velocities != NULL && start[0] != NULL && start[1] != NULL;
    if (!room) wb_error("--check: no memory for %d particles", p->count);
    if (room && oracle_create(&o, p, start[0], start[1])) {
        oracle_step(&o, p, lesson.frame * substeps());
        if (wb_buffer_read(&lesson.positions, positions) &&
            wb_buffer_read(&lesson.velocities, velocities))
            result = compare_all(&o, p, positions, velocities);
        if (result == WB_WRONG && p->count > MANY)
            wb_note("of so many, a few may just touch a wall in float32 and just not in double "
                    "precision, and bounce a step later or earlier\n"
                    "what to do: check fewer, with --set particles=5000");
    }
    oracle_free(&o);
    free(positions);
    free(velocities);
    return result;
}

wb_result verify(void)
{
    const physics *p = &lesson.p;
    bool has_tension =
        wb_current_variant()->kind == WB_EXERCISE; // whose energy the history does not know
    if (!verify_mass(p) || (!has_tension && !verify_history(lesson.frame))) return WB_WRONG;
    return verify_state(p);
}
