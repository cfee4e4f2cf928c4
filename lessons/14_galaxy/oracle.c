// Whole numbers exactly; floats against sums in double, with a tolerance that says what may be
// lost.
#include "oracle.h"
#include "curve.h"
#include "mesh.h"
#include "oracle_tree.h"
#include "state.h"

#include "14_galaxy/slots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 400 }; // nodes whose potential is summed up over all others

/* The stars before the last step and after it, and from what they were moved; read back. */
typedef struct last_step {
    float (*positions)[4], (*velocities)[4], (*next_positions)[4], (*next_velocities)[4];
    uint32_t *masses, (*sums)[4];
    float *potential, (*nodes)[4], (*centres)[4];
    double (*tree_pulls)[4]; // by the walk on the CPU
} last_step;

static void *read(const wb_buffer *buffer, bool *good)
{
    if (buffer->id == 0) return NULL;
    void *data = malloc((size_t)buffer->size_bytes);
    if (data == NULL) wb_error("--check: there is no memory for a copy of buffer %s", buffer->name);
    *good = *good && data != NULL && wb_buffer_read(buffer, data);
    return data;
}

static bool read_step(last_step *s)
{
    bool good = true;
    // The step has exchanged the buffers' names.
    s->positions = read(&lesson.next_positions, &good);
    s->velocities = read(&lesson.next_velocities, &good);
    s->next_positions = read(&lesson.positions, &good);
    s->next_velocities = read(&lesson.velocities, &good);
    s->masses = read(&lesson.masses, &good);
    s->sums = read(&lesson.sums, &good);
    s->potential = read(&lesson.potential, &good);
    s->nodes = read(&lesson.nodes, &good);
    s->centres = read(&lesson.centres, &good);
    return good;
}

static void free_step(last_step *s)
{
    void *const all[] = {s->positions, s->velocities, s->next_positions, s->next_velocities,
                         s->masses,    s->sums,       s->potential,      s->nodes,
                         s->centres,   s->tree_pulls};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
}

static wb_result no_memory(void)
{
    wb_error("--check: there is no memory for %d stars and %u nodes", lesson.stars, node_count());
    return WB_NOT_RUN;
}

/* ---- The mesh ---- */

// As shaders/14_galaxy/deposit.comp does, in more bits than a node has.
static void add_star(const float star[4], uint64_t *masses)
{
    mesh_cloud cloud = mesh_cloud_of(star);
    if (!cloud.inside) return;
    uint32_t units = (uint32_t)star[3] << lesson.bits, left = units;
    int nearest = 0;
    for (int k = 0; k < 3; k++) nearest |= (cloud.share[k] >= 0.5f) << k;
    for (int corner = 0; corner < 8; corner++) {
        if (corner == nearest) continue;
        uint32_t share = (uint32_t)(mesh_share(&cloud, corner) * (float)units);
        left -= share;
        masses[mesh_node(&cloud, corner)] += share;
    }
    masses[mesh_node(&cloud, nearest)] += left;
}

static wb_result verify_masses(const last_step *s)
{
    uint64_t *exact = calloc(node_count(), sizeof *exact);
    uint32_t *expected = calloc(node_count(), sizeof *expected);
    bool good = exact != NULL && expected != NULL;
    for (int i = 0; i < lesson.stars && good; i++) add_star(s->positions[i], exact);
    bool fits = true;
    for (uint32_t n = 0; n < node_count() && good; n++) {
        expected[n] = (uint32_t)exact[n];
        if (exact[n] > UINT32_MAX && fits) {
            wb_error("masses[%u]: %llu units do not fit into 32 bits", n,
                     (unsigned long long)exact[n]);
            fits = false;
        }
    }
    wb_array array = wb_buffer_array(&lesson.masses, s->masses);
    wb_result result =
        good ? wb_result_of(wb_check_equal("masses", &array, expected) && fits) : no_memory();
    free(exact);
    free(expected);
    return result;
}

// The potential at a node: the sum over all others, without any transform.
static double potential_at(const last_step *s, uint32_t node)
{
    int n = lesson.grid, x = (int)node % n, y = (int)node / n % n, z = (int)node / (n * n);
    double sum = 0.0, soft = (double)lesson.softening,
           unit = ldexp(1.0, -lesson.bits) / cell_size();
    for (uint32_t other = 0; other < node_count(); other++) {
        if (s->masses[other] == 0) continue;
        int dx = (int)other % n - x, dy = (int)other / n % n - y, dz = (int)other / (n * n) - z;
        sum -= s->masses[other] / sqrt(dx * dx + dy * dy + dz * dz + soft * soft);
    }
    return unit * sum;
}

// 5e-6 of the largest: a transform in float loses about 1.3e-6.
static wb_result verify_potential(const last_step *s)
{
    uint32_t step = node_count() / SAMPLES + 1, count = 0;
    float got[SAMPLES + 1];
    double expected[SAMPLES + 1], most = 0.0;
    for (uint32_t node = 0; node < node_count(); node += step, count++) {
        got[count] = s->potential[node];
        expected[count] = potential_at(s, node);
        most = fmax(most, fabs(expected[count]));
    }
    wb_array array = {.type = WB_F32, .dimensions = 1, .shape = {count}, .data = got};
    char name[64];
    snprintf(name, sizeof name, "potential, of every %u nodes one", step);
    return wb_result_of(wb_check_close(name, &array, expected, 5e-6 * most, 0.0));
}

static wb_result verify_gradient(const last_step *s)
{
    double(*expected)[4] = calloc(node_count(), sizeof *expected);
    if (expected == NULL) return no_memory();
    int64_t n = lesson.grid, steps[3] = {1, n, n * n};
    double most = 0.0;
    for (int64_t i = 0; i < node_count(); i++) {
        int64_t at[3] = {i % n, i / n % n, i / (n * n)};
        expected[i][3] = (double)s->potential[i];
        for (int k = 0; k < 3; k++) {
            if (at[k] == 0 || at[k] == n - 1) continue;
            double before = (double)s->potential[i - steps[k]];
            expected[i][k] = (before - (double)s->potential[i + steps[k]]) / (2.0 * cell_size());
            most = fmax(most, fabs(before) / cell_size());
        }
    }
    wb_array array = wb_buffer_array(&lesson.nodes, s->nodes);
    bool good = wb_check_close("nodes", &array, &expected[0][0], 1e-6 * most, 1e-6);
    free(expected);
    return wb_result_of(good);
}

// A star alone must not feel its own mass: what it gave to the nodes comes back in equal shares.
static wb_result verify_self_force(const last_step *s)
{
    if (lesson.stars != 1) return WB_RIGHT;
    double pull[4];
    mesh_pull((const float(*)[4])s->nodes, s->positions[0], pull);
    double force = sqrt(pull[0] * pull[0] + pull[1] * pull[1] + pull[2] * pull[2]);
    force *= cell_size() * cell_size();
    if (force < 1e-6) return WB_RIGHT;
    wb_error("a star alone pulls itself by %.2g G m / cell^2; expected is less than 1e-6", force);
    return WB_WRONG;
}

/* ---- Cells ---- */

static wb_result verify_cells(const last_step *s)
{
    uint32_t(*sums)[4] = calloc(node_count(), sizeof *sums);
    double(*centres)[4] = calloc(node_count(), sizeof *centres);
    wb_result result = sums != NULL && centres != NULL ? WB_RIGHT : no_memory();
    int n = lesson.grid;
    float cells_per_kpc = (float)(1.0 / cell_size()), scale = ldexpf(1.0f, lesson.bits);
    for (int i = 0; i < lesson.stars && result == WB_RIGHT; i++) {
        const float *star = s->positions[i];
        uint32_t inside[3], cell = 0, mass = (uint32_t)star[3];
        bool is_inside = true;
        for (int k = 2; k >= 0; k--) {
            float place = star[k] * cells_per_kpc + 0.5f * (float)n, low = floorf(place);
            is_inside = is_inside && low >= 0.0f && low < (float)n;
            cell = cell * (uint32_t)n + (uint32_t)(is_inside ? low : 0.0f);
            inside[k] = (uint32_t)((place - low) * scale);
        }
        if (!is_inside) continue;
        sums[cell][0] += mass;
        for (int k = 0; k < 3; k++) sums[cell][1 + k] += inside[k] * mass;
    }
    for (uint32_t c = 0; c < node_count() && result == WB_RIGHT; c++) {
        const uint32_t at[3] = {c % (uint32_t)n, c / (uint32_t)n % (uint32_t)n,
                                c / (uint32_t)(n * n)};
        centres[c][3] = sums[c][0];
        double mass = sums[c][0] > 0 ? sums[c][0] : 1.0;
        for (int k = 0; k < 3; k++) {
            double inside = sums[c][1 + k] / (mass * (double)scale);
            centres[c][k] = (at[k] - 0.5 * n + inside) * cell_size();
        }
    }
    if (result == WB_RIGHT) {
        wb_array got_sums = wb_buffer_array(&lesson.sums, s->sums);
        wb_array got_centres = wb_buffer_array(&lesson.centres, s->centres);
        result = wb_result_of(wb_check_equal("sums", &got_sums, sums) &&
                              wb_check_close("centres", &got_centres, &centres[0][0], 1e-5, 1e-6));
    }
    free(sums);
    free(centres);
    return result;
}

/* ---- The step ---- */

// One after the other, without tiles or slices.
static void pull_of_all(const float (*bodies)[4], uint32_t count, const float here[3],
                        double pull[4])
{
    for (int k = 0; k < 4; k++) pull[k] = 0.0;
    // Without softening a star pulls itself by 0 / 0; what should come out of that is nothing.
    double soft = (double)lesson.softening * cell_size();
    for (uint32_t j = 0; j < count; j++) {
        double to[3], square = soft * soft;
        for (int k = 0; k < 3; k++) to[k] = (double)bodies[j][k] - (double)here[k];
        for (int k = 0; k < 3; k++) square += to[k] * to[k];
        if (square == 0.0) continue;
        double potential = (double)bodies[j][3] / sqrt(square);
        for (int k = 0; k < 3; k++) pull[k] += potential / square * to[k];
        pull[3] -= potential;
    }
}

static void pull_at(const last_step *s, int star, double pull[4])
{
    const float *here = s->positions[star];
    if (uses_mesh())
        mesh_pull((const float(*)[4])s->nodes, here, pull);
    else if (traits()->source == FROM_TREE)
        memcpy(pull, s->tree_pulls[star], sizeof s->tree_pulls[star]);
    else if (uses_cells())
        pull_of_all((const float(*)[4])s->centres, node_count(), here, pull);
    else
        pull_of_all((const float(*)[4])s->positions, (uint32_t)lesson.stars, here, pull);
}

typedef struct moved {
    double (*positions)[4], (*velocities)[4];
    double energies[4]; // sums, as in the history
    double most;        // km/s: the largest kick
} moved;

static void move(const last_step *s, moved *m)
{
    double half = 0.5 * time_step(), before = lesson.frame > 1 ? half : 0.0;
    for (int i = 0; i < lesson.stars; i++) {
        double pull[4], halo[4], hole[4], now[3], mass = (double)s->positions[i][3], square = 0.0;
        pull_at(s, i, pull);
        halo_pull(s->positions[i], halo);
        hole_pull(s->positions[i], hole);
        for (int k = 0; k < 3; k++) {
            double kick = star_gm() * pull[k] + halo[k] + hole[k];
            now[k] = (double)s->velocities[i][k] + before * kick;
            square += now[k] * now[k];
            m->velocities[i][k] = now[k] + half * kick;
            m->positions[i][k] = (double)s->positions[i][k] + time_step() * m->velocities[i][k];
            m->most = fmax(m->most, fabs(kick) * half);
        }
        m->velocities[i][3] = (double)s->velocities[i][3];
        m->positions[i][3] = mass;
        m->energies[0] += 0.5 * mass * square;
        m->energies[1] += 0.5 * mass * star_gm() * pull[3];
        m->energies[2] += mass * (halo[3] + hole[3]);
        m->energies[3] +=
            mass * ((double)s->positions[i][2] * now[0] - (double)s->positions[i][0] * now[2]);
    }
}

// Sums in float, in tiles: each entry to a hundred-thousandth of the largest.
static wb_result verify_history(const moved *m)
{
    float entries[HISTORY][4];
    if (!wb_buffer_read(&lesson.history, entries)) return WB_NOT_RUN;
    const double *e = m->energies;
    double most = fmax(fmax(fabs(e[0]), fabs(e[1])), fmax(fabs(e[2]), 1e-3));
    wb_array array = {.type = WB_F32,
                      .dimensions = 1,
                      .shape = {4},
                      .data = entries[(lesson.frame - 1) % HISTORY]};
    return wb_result_of(wb_check_close("energies of the last step", &array, e, 1e-5 * most, 1e-5));
}

// Which star it is, where it was, and who moved it.
static void tell_worst(const last_step *s, const moved *m)
{
    int worst = 0;
    double most = -1.0;
    for (int i = 0; i < 4 * lesson.stars && isfinite(most); i++) {
        double off = fabs((double)s->next_velocities[i / 4][i % 4] - m->velocities[i / 4][i % 4]);
        if (off <= most) continue;
        most = isnan(off) ? INFINITY : off;
        worst = i / 4;
    }
    const float *x = s->positions[worst];
    wb_note("of all, star %d of %d, counted from 0, is furthest off; it was at (%.3g, %.3g, %.3g) "
            "kpc",
            worst, lesson.stars, (double)x[0], (double)x[1], (double)x[2]);
}

static wb_result verify_move(const last_step *s)
{
    size_t n = (size_t)lesson.stars;
    moved m = {.positions = malloc(n * sizeof *m.positions),
               .velocities = malloc(n * sizeof *m.velocities)};
    wb_result result = WB_NOT_RUN;
    if (m.positions != NULL && m.velocities != NULL) {
        move(s, &m);
        // A float keeps a velocity to 3e-5 km/s, and a sum of pulls to a hundred-thousandth.
        double off = 5e-5 + 2e-5 * m.most;
        wb_array velocities = wb_buffer_array(&lesson.velocities, s->next_velocities);
        wb_array positions = wb_buffer_array(&lesson.positions, s->next_positions);
        bool good = wb_check_close("velocities", &velocities, &m.velocities[0][0], off, 3e-7);
        if (!good) tell_worst(s, &m);
        good = wb_check_close("positions", &positions, &m.positions[0][0], 3e-6 + off * time_step(),
                              3e-7) &&
               good;
        result = wb_result_and(wb_result_of(good), verify_history(&m));
    } else {
        no_memory();
    }
    free(m.positions);
    free(m.velocities);
    return result;
}

/* ---- The start ---- */

// Stars of the disc go round as fast as the pull asks for, on average: or the disc would begin by
// falling together or flying apart. (The ring does fly apart.) So far out that the mean is one of
// many, and not at the edge.
static wb_result verify_balance(const last_step *s)
{
    if (lesson.scene >= SCENE_COLLISION || lesson.stars < 300 || lesson.frame > 3) return WB_RIGHT;
    double ratio = 0.0;
    int count = 0;
    for (int i = 0; i < lesson.stars; i++) {
        const float *x = s->positions[i], *v = s->velocities[i];
        double r = hypot((double)x[0], (double)x[2]), pull[4], halo[4], inwards = 0.0;
        if (r < 3.0 || r > 10.0) continue;
        pull_at(s, i, pull);
        halo_pull(x, halo);
        for (int k = 0; k < 3; k += 2)
            inwards -= (star_gm() * pull[k] + halo[k]) * (double)x[k] / r;
        double around = ((double)x[2] * (double)v[0] - (double)x[0] * (double)v[2]) / r;
        ratio += around / sqrt(fmax(r * inwards, 1.0));
        count++;
    }
    ratio /= count > 0 ? count : 1;
    if (ratio > 0.9 && ratio < 1.05) return WB_RIGHT;
    wb_error("velocities: the disc goes round at %.2f of the speed that balances the pull", ratio);
    return WB_WRONG;
}

// Of a place that is not a number, nothing can be expected one step later.
static bool are_numbers(const last_step *s)
{
    int wrong = 0, first = 0;
    for (int i = lesson.stars - 1; i >= 0; i--) {
        const float *x = s->positions[i];
        if (isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2])) continue;
        first = i;
        wrong++;
    }
    if (wrong > 0)
        wb_error("positions[%d] is not a number (NaN), or not a finite one, before the last step; "
                 "so it is with %d of %d stars",
                 first, wrong, lesson.stars);
    return wrong == 0;
}

static wb_result walk_tree(last_step *s)
{
    s->tree_pulls = malloc((size_t)lesson.stars * sizeof *s->tree_pulls);
    if (s->tree_pulls == NULL) return no_memory();
    wb_result result = tree_verify_pulls((const float(*)[4])s->positions, s->tree_pulls);
    if (result != WB_RIGHT || traits()->neighbours == 0) return result;
    return tree_verify_neighbours((const float(*)[4])s->positions);
}

static wb_result verify_step(last_step *s)
{
    if (!are_numbers(s)) return WB_WRONG;
    wb_result result = traits()->source == FROM_TREE ? walk_tree(s) : WB_RIGHT;
    if (result != WB_RIGHT) return result;
    result = verify_move(s);
    if (uses_mesh()) {
        result = wb_result_and(result, verify_masses(s));
        result = wb_result_and(result, verify_potential(s));
        result = wb_result_and(result, verify_gradient(s));
        result = wb_result_and(result, verify_self_force(s));
    }
    if (uses_cells()) result = wb_result_and(result, verify_cells(s));
    return wb_result_and(result, verify_balance(s));
}

wb_result verify(void)
{
    last_step s = {0};
    wb_result result = WB_NOT_RUN;
    if (traits()->curve) {
        if (read_step(&s))
            result = curve_verify((const float(*)[4])s.positions, (const float(*)[4])s.velocities);
    } else if (read_step(&s)) {
        result = verify_step(&s);
    }
    free_step(&s);
    return result;
}
