#include "ledger.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A jet of Mach M that a wall stops is squeezed by M * M / 2 there: the second is the first's.
static const double MOST_MACH = 0.5, MOST_EXCESS = 0.125, MOST_GROWTH = 0.01;
enum { LASTING = 30 }; // frames: half a second

/* ---- Energies ---- */

static void count_energy(ledger *l, const wb_water_figures *now)
{
    double energy = wb_water_energy(now);
    if (energy < l->least) {
        l->least = energy;
        l->scale = now->kinetic + fabs(now->potential) + now->elastic;
    }
    l->fastest = fmax(l->fastest, now->speed);
    if (l->scale > 0.0) l->grown = fmax(l->grown, (energy - l->least) / l->scale);
}

// A change of gravity or of the speed of sound gives or takes energy: then it is counted anew.
static void start_anew_if_moved(ledger *l, const wb_water_numbers *p, int64_t frame)
{
    const float settings[LEDGER_SETTINGS] = {p->gravity,           p->sound_speed, p->rest_density,
                                             p->artificial,        p->viscosity,   p->tension,
                                             lesson.chosen.step_ms};
    if (frame > 0 && memcmp(l->settings, settings, sizeof settings) == 0) return;
    memcpy(l->settings, settings, sizeof settings);
    l->first = frame + 1;
    l->least = INFINITY;
    l->scale = l->grown = l->fastest = 0.0;
    l->soft = 0;
}

static bool is_soft(const wb_water_numbers *p, const wb_water_figures *seen)
{
    return seen->speed > MOST_MACH * p->sound_speed || seen->compression - 1.0 > MOST_EXCESS;
}

void ledger_look(ledger *l, const wb_water_numbers *p, const wb_water_figures *seen, int64_t frame)
{
    if (seen != NULL && frame - WB_WATER_LATE >= l->first) count_energy(l, seen);
    if (seen != NULL) l->soft = is_soft(p, seen) ? l->soft + 1 : 0;
    start_anew_if_moved(l, p, frame);
}

/* ---- Warnings ---- */

// Why energy grew, as far as that can be told.
static const char *cause(const ledger *l, const wb_water_numbers *p)
{
    if ((double)p->time_step > 1.001 * wb_water_cfl_step(p)) return ": the step is too long";
    if (l->fastest > p->sound_speed) return ": faster than sound";
    if (l->fastest > MOST_MACH * p->sound_speed) return ": too soft for its speed";
    return "";
}

bool ledger_warning(const ledger *l, const wb_water_numbers *p, const wb_water_figures *now,
                    char *text, size_t size)
{
    double mach = now->speed / p->sound_speed, excess = now->compression - 1.0;
    bool lasts = l->soft >= LASTING;
    *text = '\0';
    if (now->lost > 0.0 || !isfinite(wb_water_energy(now)))
        snprintf(text, size, "%.0f particles are no numbers, or outside", now->lost);
    else if (l->grown > MOST_GROWTH)
        snprintf(text, size, "energy grew by %.1f %% from nowhere%s", 100.0 * l->grown,
                 cause(l, p));
    else if (lesson.steps < lesson.wanted_steps && lesson.chosen.substeps == 0)
        snprintf(text, size, "slow motion: %d of %d steps", lesson.steps, lesson.wanted_steps);
    else if (lasts && mach > MOST_MACH)
        snprintf(text, size, "the fastest has Mach %.2f: too soft above %.1f", mach, MOST_MACH);
    else if (lasts && excess > MOST_EXCESS)
        snprintf(text, size, "compressed by %.1f %%: too soft above %.1f %%", 100.0 * excess,
                 100.0 * MOST_EXCESS);
    return *text != '\0';
}
