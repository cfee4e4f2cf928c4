#include "ledger.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double MOST_MACH = 0.3, MOST_EXCESS = 0.05, MOST_GROWTH = 0.01;
static const double LATE_S = (LEDGER_LATE + 1) / 60.0; // so old is what is known at a frame's end

/* ---- Figures of some frames ago ---- */

// Before the first frame nothing has been measured, and only loaded velocities are not 0.
static double fastest_at_start(void)
{
    size_t count = (size_t)lesson.p.count;
    if (!lesson.has_start_velocities || lesson.velocities.id == 0) return 0.0;
    float(*velocities)[4] = malloc((size_t)lesson.velocities.size_bytes);
    double most = 0.0;
    bool is_read = velocities != NULL && wb_buffer_read(&lesson.velocities, velocities);
    for (size_t i = 0; is_read && i < count; i++) {
        const float *v = velocities[i];
        most = fmax(most, (double)v[0] * v[0] + (double)v[1] * v[1] + (double)v[2] * v[2]);
    }
    free(velocities);
    return sqrt(most);
}

// Buffers take turns, so that the one that is read is none of those that are still being written.
static const wb_buffer *seen_after(int64_t frame)
{
    return &lesson.seen[frame % (LEDGER_LATE + 1)];
}

// False, with a message, if they cannot be read; those known stay.
static bool read_figures(history_figures *figures, int64_t frame)
{
    float parts[HISTORY_PARTS][HISTORY_WIDTH];
    if (!wb_buffer_read(seen_after(frame), parts)) return false;
    *figures = history_together((const float(*)[HISTORY_WIDTH])parts);
    return true;
}

void ledger_send(int64_t frame)
{
    glBindBuffer(GL_COPY_READ_BUFFER, lesson.history.id);
    glBindBuffer(GL_COPY_WRITE_BUFFER, seen_after(frame)->id);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, history_place(frame), 0,
                        HISTORY_BYTES);
}

/* ---- Energies ---- */

static void count_energy(ledger *l)
{
    const history_figures *now = &l->now;
    double energy = history_energy(now);
    if (energy < l->least) {
        l->least = energy;
        l->scale = now->kinetic + fabs(now->potential) + now->elastic;
    }
    l->fastest = fmax(l->fastest, now->speed);
    if (l->scale > 0.0) l->grown = fmax(l->grown, (energy - l->least) / l->scale);
}

// Whoever moves gravity or the speed of sound gives or takes energy: then it is counted anew.
static void start_anew_if_moved(ledger *l, const physics *p, int64_t frame)
{
    const float settings[LEDGER_SETTINGS] = {p->gravity,    p->sound_speed, p->rest_density,
                                             p->artificial, p->viscosity,   p->tension,
                                             lesson.step_ms};
    if (frame > 0 && memcmp(l->settings, settings, sizeof settings) == 0) return;
    memcpy(l->settings, settings, sizeof settings);
    l->first = frame + 1;
    l->least = INFINITY;
    l->scale = l->grown = l->fastest = 0.0;
}

void ledger_look(ledger *l, physics *p, int64_t frame)
{
    if (frame == 0) l->now = (history_figures){.speed = fastest_at_start(), .compression = 1.0};
    int64_t seen = frame - LEDGER_LATE;
    bool is_known = seen >= 1 && read_figures(&l->now, seen);
    if (is_known && seen >= l->first) count_energy(l);
    start_anew_if_moved(l, p, frame);
    p->fastest = (float)(l->now.speed + LATE_S * fabs((double)p->gravity));
    p->compression = (float)l->now.compression;
}

/* ---- Warnings ---- */

// Why energy grew, as far as that can be told.
static const char *cause(const ledger *l, const physics *p)
{
    if ((double)p->time_step > 1.001 * physics_cfl_step(p)) return ": the step is too long";
    if (l->fastest > p->sound_speed) return ": faster than sound";
    if (l->fastest > MOST_MACH * p->sound_speed) return ": too soft for its speed";
    return "";
}

bool ledger_warning(const ledger *l, const physics *p, char *text, size_t size)
{
    const history_figures *now = &l->now;
    double mach = now->speed / p->sound_speed, excess = now->compression - 1.0;
    *text = '\0';
    if (now->lost > 0.0 || !isfinite(history_energy(now)))
        snprintf(text, size, "%.0f particles are no numbers, or outside", now->lost);
    else if (l->grown > MOST_GROWTH)
        snprintf(text, size, "energy grew by %.1f %% from nowhere%s", 100.0 * l->grown,
                 cause(l, p));
    else if (lesson.steps < lesson.wanted_steps && lesson.substeps == 0)
        snprintf(text, size, "slow motion: %d of %d steps", lesson.steps, lesson.wanted_steps);
    else if (mach > MOST_MACH)
        snprintf(text, size, "the fastest has Mach %.2f: too soft above %.1f", mach, MOST_MACH);
    else if (excess > MOST_EXCESS)
        snprintf(text, size, "compressed by %.0f %%: too soft above %.0f %%", 100.0 * excess,
                 100.0 * MOST_EXCESS);
    return *text != '\0';
}
