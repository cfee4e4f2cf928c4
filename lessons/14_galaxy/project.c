// What a learner's own galaxy has to achieve: the module's exercise, as checks. Each judges a
// property of the state, for there are many galaxies.
#include "project.h"
#include "scene.h"
#include "state.h"

#include "14_galaxy/slots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef float quad[4];

/* The stars: at the start, before the last step, and now; and what the cells are. */
typedef struct seen {
    int count;
    quad *x, *v, *last_x, *last_v, *centres;
    const quad *first_x, *first_v;
} seen;

static quad *look_at(const wb_buffer *buffer, bool *good)
{
    quad *data = malloc((size_t)buffer->size_bytes);
    *good = *good && data != NULL && wb_buffer_read(buffer, data);
    return data;
}

static bool is_written(const quad *data, int count)
{
    const uint32_t *words = (const void *)data;
    for (int i = 0; i < 4 * count; i++)
        if (words[i] != WB_UNWRITTEN) return true;
    return false;
}

// False, too, if there is nothing to look at, which `figure` then says.
static bool look(seen *s, char *figure, size_t size)
{
    bool good = true;
    *s = (seen){.count = lesson.stars,
                .first_x = wb_start_state("positions"),
                .first_v = wb_start_state("velocities")};
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    s->x = look_at(&lesson.positions, &good);
    s->v = look_at(&lesson.velocities, &good);
    s->last_x = look_at(&lesson.next_positions, &good); // a step exchanges the buffers' names
    s->last_v = look_at(&lesson.next_velocities, &good);
    if (uses_cells()) s->centres = look_at(&lesson.centres, &good);
    good = good && s->first_x != NULL && s->first_v != NULL;
    if (!good || (is_written(s->first_x, s->count) && is_written(s->first_v, s->count)))
        return good;
    snprintf(figure, size, "nothing has been written yet: project_start.comp places no star");
    return false;
}

// For what is about the stars after a step.
static bool look_at_step(seen *s, char *figure, size_t size)
{
    if (!look(s, figure, size)) return false;
    if (is_written(s->x, s->count) && is_written(s->v, s->count)) return true;
    snprintf(figure, size, "no step has been written yet: project_move.comp moves no star");
    return false;
}

static void look_away(seen *s)
{
    free(s->x);
    free(s->v);
    free(s->last_x);
    free(s->last_v);
    free(s->centres);
}

/* ---- Physics ---- */

static double ring_radius(const quad x)
{
    return hypot((double)x[0], (double)x[2]);
}

// What all stars, one by one, and the halo do to a place: the pull, and behind it the potential, of
// which that of the stars is counted `share` times.
static void pull_at(const seen *s, const quad *bodies, const quad here, double share,
                    double pull[4])
{
    double soft = softening();
    double square = HALO_CORE * HALO_CORE, strength = halo_speed() * halo_speed();
    for (int k = 0; k < 3; k++) square += (double)here[k] * (double)here[k];
    for (int k = 0; k < 3; k++) pull[k] = -strength * (double)here[k] / square;
    pull[3] = 0.5 * strength * log(square);
    for (int j = 0; j < s->count; j++) {
        double to[3], away = soft * soft;
        for (int k = 0; k < 3; k++) to[k] = (double)bodies[j][k] - (double)here[k];
        for (int k = 0; k < 3; k++) away += to[k] * to[k];
        double potential = star_gm() * (double)bodies[j][3] / sqrt(away);
        for (int k = 0; k < 3; k++) pull[k] += potential / away * to[k];
        pull[3] -= share * potential;
    }
}

// For a star's mass; `kinetic` is the motion's part.
static double energy_of(const seen *s, const quad *x, const quad *v, double *kinetic)
{
    double energy = 0.0, motion = 0.0;
    for (int i = 0; i < s->count; i++) {
        double pull[4], square = 0.0;
        pull_at(s, x, x[i], 0.5, pull); // each pair is seen from both of its ends
        for (int k = 0; k < 3; k++) square += (double)v[i][k] * (double)v[i][k];
        motion += 0.5 * (double)x[i][3] * square;
        energy += (double)x[i][3] * pull[3];
    }
    *kinetic = motion / lesson.weight;
    return (energy + motion) / lesson.weight;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The radius within which half of the stars are. NaN without memory.
static double half_radius(const seen *s, const quad *x)
{
    double *radii = malloc((size_t)s->count * sizeof *radii), half = NAN;
    for (int i = 0; i < s->count && radii != NULL; i++) radii[i] = ring_radius(x[i]);
    if (radii != NULL) {
        qsort(radii, (size_t)s->count, sizeof *radii, compare_doubles);
        half = radii[s->count / 2];
    }
    free(radii);
    return half;
}

/* ---- What is judged ---- */

// How many stars are numbers, with a mass; and how many of them are somewhere else than at first.
static int count_stars(const seen *s, int *moved)
{
    int numbers = 0;
    *moved = 0;
    for (int i = 0; i < s->count; i++) {
        bool is_number = s->x[i][3] >= 1.0f;
        double way = 0.0;
        for (int k = 0; k < 3; k++) {
            is_number = is_number && isfinite(s->x[i][k]) && isfinite(s->v[i][k]);
            way += fabs((double)s->x[i][k] - (double)s->first_x[i][k]);
        }
        numbers += is_number;
        *moved += is_number && way > 0.01;
    }
    return numbers;
}

// No star may sit still: a galaxy at rest would pass too many checks.
static bool have_moved(const seen *s)
{
    int moved, numbers = count_stars(s, &moved);
    return numbers == s->count && moved >= 0.99 * s->count;
}

// As all the functions below, false also without memory: then `figure` stays empty.
static bool everybody_flies(char *figure, size_t size)
{
    seen s;
    bool good = look_at_step(&s, figure, size);
    if (good) {
        int moved, numbers = count_stars(&s, &moved);
        snprintf(figure, size, "%d of %d are numbers, with a mass; %d have moved", numbers, s.count,
                 moved);
        good = have_moved(&s);
    }
    look_away(&s);
    return good;
}

static bool is_a_disc(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    double wide = 0.0, high = 0.0, half = good ? half_radius(&s, s.first_x) : 0.0, most = 0.0;
    for (int i = 0; good && i < s.count; i++) {
        wide += pow(ring_radius(s.first_x[i]), 2.0) / s.count;
        high += pow((double)s.first_x[i][1], 2.0) / s.count;
        for (int k = 0; k < 3; k++) most = fmax(most, fabs((double)s.first_x[i][k]));
    }
    if (good)
        snprintf(figure, size,
                 "half of it within %.1f kpc, %.2f as high as wide, none beyond %.1f kpc; 2 to 8, "
                 "0.2, and %.0f",
                 half, sqrt(high / wide), most, 0.5 * BOX);
    good = good && half >= 2.0 && half <= 8.0 && high <= 0.04 * wide && most <= 0.5 * BOX;
    look_away(&s);
    return good;
}

enum { BANDS = 8, FIRST_BAND = 2 }; // of a kpc each, from there on

// How much stars in a ring gather on `arms` sides, from 0 to 1: the mean of all rings; and
// `straight`: the same if the rings are taken together. Arms that wind have few stars in one
// direction. NaN if the rings are all but empty.
static double arms_of(const seen *s, int arms, double *straight)
{
    double sums[BANDS][2] = {{0}}, counts[BANDS] = {0}, all[2] = {0}, count = 0.0, mean = 0.0;
    for (int i = 0; i < s->count; i++) {
        const float *x = s->first_x[i];
        double out = ring_radius(x) - FIRST_BAND;
        if (!(out >= 0.0 && out < BANDS)) continue;
        int ring = (int)out;
        double angle = arms * atan2((double)x[2], (double)x[0]);
        sums[ring][0] += cos(angle);
        sums[ring][1] += sin(angle);
        counts[ring]++;
    }
    for (int r = 0; r < BANDS; r++) {
        mean += hypot(sums[r][0], sums[r][1]) / fmax(counts[r], 1.0) / BANDS;
        for (int k = 0; k < 2; k++) all[k] += sums[r][k];
        count += counts[r];
    }
    *straight = hypot(all[0], all[1]) / fmax(count, 1.0);
    return count >= 0.3 * s->count ? mean : NAN;
}

static bool has_arms(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        double straight, mean = arms_of(&s, lesson.arms, &straight);
        snprintf(figure, size,
                 "%d arms: %.2f of a ring gather there, %.2f of all; 0.12, and half of it",
                 lesson.arms, mean, straight);
        good = mean >= 0.12 && straight <= 0.5 * mean;
    }
    look_away(&s);
    return good;
}

static bool has_no_arms(char *figure, size_t size)
{
    seen s;
    bool good = look(&s, figure, size);
    if (good) {
        double unused, two = arms_of(&s, 2, &unused), three = arms_of(&s, 3, &unused);
        snprintf(figure, size, "two sides have %.2f of a ring more, three %.2f; 0.08 at most", two,
                 three);
        good = two <= 0.08 && three <= 0.08;
    }
    look_away(&s);
    return good;
}

enum { SAMPLES = 150 }; // stars of a ring, or of all, whose pull is summed up

// The speed at which stars between two radii go round, as a share of what balances the pull there.
static double turning(const seen *s, double from, double to)
{
    double share = 0.0;
    int count = 0;
    for (int i = 0; i < s->count && count < SAMPLES; i++) {
        const float *x = s->first_x[i], *v = s->first_v[i];
        double r = ring_radius(x), pull[4];
        if (r < from || r >= to) continue;
        pull_at(s, s->first_x, x, 1.0, pull);
        double inwards = -(pull[0] * (double)x[0] + pull[2] * (double)x[2]) / r;
        double around = ((double)x[2] * (double)v[0] - (double)x[0] * (double)v[2]) / r;
        share += around / sqrt(fmax(r * inwards, 1.0));
        count++;
    }
    return count > 0 ? fabs(share) / count : NAN;
}

static bool goes_round(char *figure, size_t size)
{
    static const double radii[] = {3.0, 5.0, 7.5, 10.0};
    double shares[3];
    seen s;
    bool good = look(&s, figure, size);
    for (int i = 0; good && i < 3; i++) shares[i] = turning(&s, radii[i], radii[i + 1]);
    if (good)
        snprintf(figure, size,
                 "%.2f, %.2f, %.2f of the speed that balances, from the middle on; 0.85 to 1.15",
                 shares[0], shares[1], shares[2]);
    for (int i = 0; good && i < 3; i++) good = shares[i] >= 0.85 && shares[i] <= 1.15;
    look_away(&s);
    return good;
}

static bool has_a_hole(char *figure, size_t size)
{
    seen s;
    bool good = look_at_step(&s, figure, size);
    double off = 0.0, mass = good ? (double)s.x[0][3] : 0.0;
    for (int k = 0; good && k < 3; k++) off += pow((double)s.x[0][k], 2.0);
    double near = good ? turning(&s, 3.0, 5.0) : NAN;
    if (good)
        snprintf(figure, size,
                 "mass %.0f, %.2f kpc from the middle, stars at %.2f of the speed; "
                 "%d, 0.5, 0.85 to 1.15",
                 mass, sqrt(off), near, HOLE_STARS);
    good = good && mass == HOLE_STARS && sqrt(off) <= 0.5 && near >= 0.85 && near <= 1.15;
    look_away(&s);
    return good;
}

// The number of a star's cell; -1 outside of the box.
static int64_t cell_of(const quad x)
{
    int64_t cell = 0;
    for (int k = 2; k >= 0; k--) {
        double at = floor((double)x[k] / cell_size() + 0.5 * lesson.grid);
        if (!(at >= 0.0 && at < lesson.grid)) return -1;
        cell = cell * lesson.grid + (int64_t)at;
    }
    return cell;
}

static bool gathers(char *figure, size_t size)
{
    seen s;
    double(*cells)[4] = calloc(node_count(), sizeof *cells), most = 0.0;
    uint32_t filled = 0, wrong = 0;
    bool good = look_at_step(&s, figure, size) && cells != NULL && s.centres != NULL;
    if (good && !is_written((const quad *)s.centres, (int)node_count())) {
        snprintf(figure, size, "no cell has been written yet: see project_centres.comp");
        good = false;
    }
    for (int i = 0; good && i < s.count; i++) {
        int64_t cell = cell_of(s.last_x[i]);
        if (cell < 0) continue;
        for (int k = 0; k < 3; k++) cells[cell][k] += (double)(s.last_x[i][k] * s.last_x[i][3]);
        cells[cell][3] += (double)s.last_x[i][3];
    }
    for (uint32_t c = 0; good && c < node_count(); c++) {
        double mass = cells[c][3], off = 0.0;
        for (int k = 0; k < 3 && mass > 0.0; k++)
            off = fmax(off, fabs(cells[c][k] / mass - (double)s.centres[c][k]));
        most = off <= most ? most : off; // a NaN stays
        filled += mass > 0.0;
        wrong += (double)s.centres[c][3] != mass;
    }
    if (good)
        snprintf(figure, size, "%u of %u cells of other mass, centres off by %.4f cells; 0.002",
                 wrong, filled, most / cell_size());
    good = good && wrong == 0 && filled > 0 && most <= 0.002 * cell_size();
    free(cells);
    look_away(&s);
    return good;
}

static bool pulls(char *figure, size_t size)
{
    seen s;
    double off[SAMPLES];
    bool good = look_at_step(&s, figure, size) && s.count >= SAMPLES;
    for (int n = 0; good && n < SAMPLES; n++) {
        int i = (int)((int64_t)n * s.count / SAMPLES);
        double pull[4], square = 0.0, wrong = 0.0;
        pull_at(&s, s.last_x, s.last_x[i], 1.0, pull);
        for (int k = 0; k < 3; k++) {
            double kick = ((double)s.v[i][k] - (double)s.last_v[i][k]) / time_step();
            wrong += pow(kick - pull[k], 2.0);
            square += pull[k] * pull[k];
        }
        off[n] = isfinite(wrong) ? sqrt(wrong / square) : INFINITY;
    }
    if (good) {
        qsort(off, SAMPLES, sizeof *off, compare_doubles);
        snprintf(figure, size,
                 "%.1f %% from what all stars pull, one star in ten %.1f %%; 3 and 12 %%",
                 100.0 * off[SAMPLES / 2], 100.0 * off[SAMPLES * 9 / 10]);
        good = off[SAMPLES / 2] <= 0.03 && off[SAMPLES * 9 / 10] <= 0.12;
    }
    look_away(&s);
    return good;
}

static bool keeps_energy(char *figure, size_t size)
{
    seen s;
    bool good = look_at_step(&s, figure, size);
    if (good) {
        double kinetic, unused, first = energy_of(&s, s.first_x, s.first_v, &kinetic);
        double off =
            (energy_of(&s, (const quad *)s.x, (const quad *)s.v, &unused) - first) / kinetic;
        snprintf(figure, size, "off by %+.2f %% of the motion; 3 %% at most", 100.0 * off);
        good = fabs(off) <= 0.03 && have_moved(&s);
    }
    look_away(&s);
    return good;
}

static bool keeps_its_size(char *figure, size_t size)
{
    seen s;
    bool good = look_at_step(&s, figure, size);
    if (good) {
        double before = half_radius(&s, s.first_x), after = half_radius(&s, (const quad *)s.x);
        snprintf(figure, size, "half of the stars within %.2f kpc, and %.2f after %.0f Myr; 15 %%",
                 before, after, lesson.time_myr);
        good = fabs(after / before - 1.0) <= 0.15 && have_moved(&s);
    }
    look_away(&s);
    return good;
}

// The distance between the middles of the two halves, and how fast it grows, km/s.
static double distance(const seen *s, const quad *x, const quad *v, double *speed)
{
    double between[3] = {0}, drift[3] = {0}, square = 0.0;
    int half = s->count / 2;
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < 3; k++) {
            double share = i < half ? -1.0 / half : 1.0 / (s->count - half);
            between[k] += share * (double)x[i][k];
            drift[k] += share * (double)v[i][k];
        }
    for (int k = 0; k < 3; k++) square += between[k] * between[k];
    *speed = 0.0;
    for (int k = 0; k < 3; k++) *speed += between[k] * drift[k] / sqrt(square);
    return sqrt(square);
}

static bool meet(char *figure, size_t size)
{
    seen s;
    bool good = look_at_step(&s, figure, size);
    if (good) {
        double speed, unused, first = distance(&s, s.first_x, s.first_v, &speed);
        double now = distance(&s, (const quad *)s.x, (const quad *)s.v, &unused);
        snprintf(figure, size, "%.1f kpc apart at %+.0f km/s, then %.1f; 8 or more, half at most",
                 first, speed, now);
        good = first >= 8.0 && speed < 0.0 && now <= 0.5 * first;
    }
    look_away(&s);
    return good;
}

static const wb_acceptance checks[] = {
    {"500,000 stars", "stars=500000 grid=8", 1, everybody_flies},
    {"so does a single one", "stars=1 grid=8 step_myr=5", 10, everybody_flies},
    {"a flat disc", "stars=3000 grid=8", 1, is_a_disc},
    {"spiral arms", "stars=8000 grid=8 arms=2", 1, has_arms},
    {"as many as asked for", "stars=8000 grid=8 arms=3", 1, has_arms},
    {"and none", "stars=8000 grid=8 arms=0", 1, has_no_arms},
    {"orbits", "stars=2000 grid=32", 1, goes_round},
    {"cells, with their centres of mass", "scene=black_hole stars=5003 grid=16 step_myr=20", 3,
     gathers},
    {"the pull", "stars=1009 grid=32", 2, pulls},
    {"energy", "stars=500 grid=16 step_myr=5", 60, keeps_energy},
    {"it stays a galaxy", "stars=600 grid=16 step_myr=8", 40, keeps_its_size},
    {"a black hole", "scene=black_hole stars=3000 grid=32", 1, has_a_hole},
    {"two galaxies meet", "scene=collision stars=600 grid=16 step_myr=5", 12, meet},
    {0},
};

const wb_project project = {
    .task = "Your own galaxy: five kernels, by the brief that ends the text.",
    .checks = checks,
    .small = "stars=300 grid=8 scene=black_hole",
};
