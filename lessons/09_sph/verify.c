#include "verify.h"

#include "history.h"
#include "lesson/lesson.h"
#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool verify_mass(const physics *p, double volume)
{
    double mass = (double)p->mass * p->count, right = (double)p->rest_density * volume;
    if (fabs(mass - right) <= 1e-6 * right) return true; // float's rounding
    wb_error("%d particles of %g kg weigh %.0f kg, but %.2f m3 of water weigh %.0f kg", p->count,
             (double)p->mass, mass, volume, right);
    return false;
}

bool verify_history(GLuint history, int64_t frames)
{
    double first = 0.0, least = INFINITY;
    for (int64_t frame = 1; frame <= frames; frame++) {
        history_figures figures = history_at(history, frame, frames);
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

/* ---- Against the oracle ---- */

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
static bool compare(comparison c, const float *rows, size_t count, const double *expected)
{
    size_t width = (size_t)c.columns;
    float *got = malloc(count * width * sizeof *got);
    if (got == NULL) {
        wb_error("--check: no memory for %zu particles", count);
        return false;
    }
    for (size_t i = 0; i < count * width; i++)
        got[i] = rows[i / width * 4 + (size_t)c.first + i % width];
    wb_array array = {.type = WB_F32, .dimensions = 2, .shape = {count, width}, .data = got};
    bool good = wb_check_close(c.name, &array, expected, c.absolute, c.relative);
    free(got);
    return good;
}

static bool compare_all(const oracle *o, const physics *p, const float *positions,
                        const float *velocities)
{
    size_t count = (size_t)o->count;
    double *pressures = malloc(count * sizeof *pressures);
    for (size_t i = 0; pressures != NULL && i < count; i++)
        pressures[i] = physics_pressure(p, o->densities[i]);
    bool good =
        pressures != NULL &&
        compare((comparison){"densities", 0.0, DENSITY_SHARE, 1, 3}, positions, count,
                o->densities) &&
        compare((comparison){"pressures", DENSITY_SHARE * p->stiffness, DENSITY_SHARE, 1, 3},
                velocities, count, pressures) &&
        compare((comparison){"positions", POSITION_M, 0.0, 3, 0}, positions, count,
                &o->positions[0][0]) &&
        compare((comparison){"velocities", VELOCITY_M_S, 0.0, 3, 0}, velocities, count,
                &o->velocities[0][0]);
    free(pressures);
    return good;
}

bool verify_state(const physics *p, const wb_buffer *positions, const wb_buffer *velocities,
                  int64_t steps)
{
    oracle o = {0};
    float *got[2] = {malloc((size_t)positions->size_bytes), malloc((size_t)velocities->size_bytes)};
    const void *start[2] = {wb_start_state("positions"), wb_start_state("velocities")};
    bool good = got[0] != NULL && got[1] != NULL && start[0] != NULL && start[1] != NULL;
    if (!good) wb_error("--check: no memory for %d particles", p->count);
    good = good && oracle_create(&o, p, start[0], start[1]);
    if (good) {
        oracle_step(&o, p, steps);
        wb_buffer_read(positions, got[0]);
        wb_buffer_read(velocities, got[1]);
        good = compare_all(&o, p, got[0], got[1]);
        if (!good && p->count > MANY)
            wb_note("of so many, a few may just touch a wall in float32 and just not in double "
                    "precision, "
                    "and bounce a step later or earlier\n"
                    "what to do: check fewer, with --set particles=5000");
    }
    oracle_free(&o);
    free(got[0]);
    free(got[1]);
    return good;
}
