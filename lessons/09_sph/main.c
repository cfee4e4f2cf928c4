// Lesson 09: smoothed particle hydrodynamics. Water as particles that press on their neighbours.
// Each step builds a grid, sums up densities, then forces, and moves the particles.
#include "sph.h"
#include "history.h"
#include "scene.h"
#include "verify.h"
#include "view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Constants ---- */

enum { ALL_PAIRS_MOST = 4096 };
static const double FRAME_S = 1.0 / 60.0; // so much of the water's time passes in a frame
static const float CELL_SLACK = 1.001f;   // see compute/grid.h on rounding
static const float TOO_LONG = 10.0f; // long_step's step, in steps that the CFL condition allows

/* ---- State ---- */

sph_lesson sph = {.particles = 50000,
                  .gravity = 9.81f,
                  .viscosity = 10.0f,
                  .artificial = 0.1f,
                  .sound_speed = 30.0f,
                  .rest_density = 1000.0f,
                  .tension = 0.2f,
                  .group = 128,
                  .lanes = 4,
                  .division = 2,
                  .picked = -1};

static int particle_count(void)
{
    bool few = version() == ALL_PAIRS && sph.particles > ALL_PAIRS_MOST;
    return few ? ALL_PAIRS_MOST : sph.particles;
}

/* ---- Numbers ---- */

// The constants that the module prints, which do not go together.
static void use_the_sources_constants(physics *p)
{
    p->mass = 0.02f;
    p->stiffness = 200.0f;
    p->sound_speed = sqrtf(p->stiffness / p->rest_density);
    p->viscosity = 0.1f;
    p->artificial = 0.0f;
    p->time_step = 0.008f;
}

static int substeps(void)
{
    if (sph.substeps > 0) return sph.substeps;
    return (int)fmax(ceil(FRAME_S / sph.p.time_step - 1e-6), 1.0);
}

// What follows from the parameters; at the start of every frame, as they may have changed.
static void update_physics(void)
{
    physics *p = &sph.p;
    p->count = particle_count();
    p->rest_density = sph.rest_density;
    p->sound_speed = sph.sound_speed;
    p->viscosity = sph.viscosity;
    p->artificial = sph.artificial;
    p->gravity = sph.gravity;
    p->restitution = 0.3f;
    p->tension = wb_variant_index() == EXERCISE ? sph.tension : 0.0f;
    scene_box(sph.scene, p->box);
    scene_obstacle(sph.obstacle, p);
    physics_derive(p, scene_spacing(sph.scene, p->count));
    double steps = fmax(ceil(FRAME_S / physics_cfl_step(p) - 1e-6), 1.0);
    p->time_step = sph.step_ms > 0.0f ? 1e-3f * sph.step_ms : (float)(FRAME_S / steps);
    if (wb_variant_index() == LONG_STEP) p->time_step *= TOO_LONG;
    if (wb_variant_index() == SOURCES) use_the_sources_constants(p);
    glBindBuffer(GL_UNIFORM_BUFFER, sph.parameters);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof *p, p);
}

/* ---- Start and end ---- */

static bool create_buffer(wb_buffer *buffer, const char *name, size_t count, size_t width,
                          const void *data, bool state)
{
    return wb_buffer_create(
        buffer,
        &(wb_buffer_desc){
            .name = name, .type = WB_F32, .shape = {count, width}, .data = data, .state = state});
}

static bool create_state(void)
{
    size_t count = (size_t)sph.p.count;
    float(*start)[4] = calloc(count, sizeof *start), (*rest)[4] = calloc(count, sizeof *rest);
    bool good = start != NULL && rest != NULL;
    if (!good) wb_error("there is no memory for %zu particles", count);
    good = good && scene_fill(sph.scene, &sph.p, wb_seed(), start);
    if (good && sph.mixed) scene_mix(sph.p.count, wb_seed(), start);
    good = good && create_buffer(&sph.positions, "positions", count, 4, start, true) &&
           create_buffer(&sph.velocities, "velocities", count, 4, rest, true);
    free(start);
    free(rest);
    return good;
}

static bool create_scratch(void)
{
    size_t count = (size_t)sph.p.count;
    bool good = wb_buffer_create(
        &sph.history, &(wb_buffer_desc){.name = "history",
                                        .type = WB_F32,
                                        .shape = {HISTORY_FRAMES, HISTORY_PARTS, HISTORY_WIDTH}});
    if (is_packed())
        return good && create_buffer(&sph.bodies, "bodies", count, 4, NULL, false) &&
               create_buffer(&sph.motions, "motions", count, 4, NULL, false);
    return good && create_buffer(&sph.densities, "densities", count, 0, NULL, false) &&
           create_buffer(&sph.accelerations, "accelerations", count, 4, NULL, false);
}

static bool create_grid(void)
{
    if (version() == ALL_PAIRS) return true;
    int division = version() >= FINE ? sph.division : 1;
    wb_grid_desc desc = {.cell_size = CELL_SLACK * sph.p.reach / (float)division,
                         .most = (uint32_t)sph.p.count};
    scene_box(sph.scene, desc.high);
    return wb_grid_create(&sph.grid, &desc);
}

// For another group or cell size; the water stays.
static bool rebuild(void)
{
    passes_delete();
    wb_grid_delete(&sph.grid);
    return create_grid() && passes_create();
}

static bool init(void)
{
    glGenBuffers(1, &sph.parameters);
    glBindBuffer(GL_UNIFORM_BUFFER, sph.parameters);
    glBufferData(GL_UNIFORM_BUFFER, sizeof sph.p, NULL, GL_DYNAMIC_DRAW);
    glObjectLabel(GL_BUFFER, sph.parameters, -1, "physics");
    sph.frame = 0;
    sph.time_s = 0.0;
    update_physics();
    return create_state() && create_scratch() && create_grid() && passes_create() && view_init();
}

static void quit(void)
{
    wb_buffer *const buffers[] = {&sph.positions,     &sph.velocities, &sph.densities,
                                  &sph.accelerations, &sph.bodies,     &sph.motions,
                                  &sph.history};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    wb_grid_delete(&sph.grid);
    passes_delete();
    glDeleteBuffers(1, &sph.parameters);
    sph.parameters = 0;
    view_quit();
}

/* ---- The versions ---- */

static void end_frame(void)
{
    measure();
    sph.frame++;
    sph.time_s += substeps() * (double)sph.p.time_step;
}

static void step_all_pairs(void)
{
    update_physics();
    for (int i = 0; i < substeps(); i++) {
        compute_density();
        compute_force();
        integrate();
    }
    end_frame();
}

static void step_grid(void)
{
    update_physics();
    for (int i = 0; i < substeps(); i++) {
        build_grid();
        compute_density();
        compute_force();
        integrate();
    }
    end_frame();
}

static void step_packed(void)
{
    update_physics();
    for (int i = 0; i < substeps(); i++) {
        build_grid();
        compute_density_packed();
        compute_force_and_integrate();
    }
    end_frame();
}

/* ---- The broken variants ---- */

static void step_no_clear(void)
{
    update_physics();
    for (int i = 0; i < substeps(); i++) {
        uint32_t count = (uint32_t)sph.p.count;
        if (sph.frame == 0 && i == 0) wb_grid_clear(&sph.grid); // BROKEN: belongs to every step
        wb_grid_count(&sph.grid, sph.positions.id, count);
        wb_grid_scan(&sph.grid);
        wb_grid_scatter(&sph.grid, count);
        wb_grid_order(&sph.grid, sph.positions.id, sph.velocities.id, count);
        compute_density();
        compute_force();
        integrate();
    }
    end_frame();
}

static void step_one_pass(void)
{
    update_physics();
    for (int i = 0; i < substeps(); i++) {
        build_grid();
        compute_force(); // BROKEN: the kernel sums up the densities as well
        integrate();
    }
    end_frame();
}

/* ---- The picture ---- */

static void draw(const wb_view *view)
{
    view_scene scene = {.p = &sph.p,
                        .positions = sph.positions.id,
                        .velocities = sph.velocities.id,
                        .parameters = sph.parameters,
                        .history = sph.history.id,
                        .frame = sph.frame,
                        .time_s = sph.time_s,
                        .substeps = substeps(),
                        .name = scene_name(sph.scene),
                        .style = sph.view,
                        .picked = sph.picked < sph.p.count ? sph.picked : -1};
    view_draw(&scene, view);
}

static void pick(const wb_view *view)
{
    sph.picked = view_pick(sph.positions.id, &sph.p, view);
}

static void status(char *text, size_t size)
{
    history_figures first = history_at(sph.history.id, 1, sph.frame);
    history_figures now = history_at(sph.history.id, sph.frame, sph.frame);
    double energy = history_energy(&now), start = history_energy(&first);
    snprintf(text, size,
             "%.2f s in %lld frames, %d x %.2f ms; energy %.4g kJ (%+.1f %%), densest %+.1f %%",
             sph.time_s, (long long)sph.frame, substeps(), 1e3 * (double)sph.p.time_step,
             1e-3 * energy, start != 0.0 ? 100.0 * (energy / start - 1.0) : 0.0,
             100.0 * (now.compression - 1.0));
}

/* ---- The check ---- */

static bool verify(void)
{
    bool has_tension = wb_variant_index() == EXERCISE; // whose energy the history does not know
    double spacing = scene_spacing(sph.scene, sph.p.count);
    return verify_mass(&sph.p, sph.p.count * spacing * spacing * spacing) &&
           (has_tension || verify_history(sph.history.id, sph.frame)) &&
           verify_state(&sph.p, &sph.positions, &sph.velocities, sph.frame * substeps());
}

// A particle step reads the state and writes it; what it does in between is in the caches.
static wb_cost cost(void)
{
    double steps = (double)sph.p.count * substeps();
    return (wb_cost){.read_bytes = 32.0 * steps,
                     .written_bytes = 32.0 * steps,
                     .items = steps,
                     .item = "particle steps"};
}

/* ---- The description ---- */

static const wb_exercise tension = {
    .task =
        "Add surface tension: every neighbour within the reach pulls the particle towards itself.",
    .kernel = "09_sph/exercise_tension.comp",
    .solution = "09_sph/solution_tension.comp",
    .hints =
        {"visit() meets every neighbour j with d = x_i - x_j; W is poly6(square), and kappa is the "
         "uniform `tension`.",
         "One line: pull -= tension * W * d, with W from the first hint. No mass and no density: "
         "kappa has the unit m3/s2."},
};

static const wb_variant variants[] = {
    [ALL_PAIRS] = {.name = "all_pairs",
                   .part = "pairs",
                   .shows = "every particle asks every other; 4,096 of them at most",
                   .limit = "n x n tests, of which 80 n find a neighbour",
                   .step = step_all_pairs},
    [INDEX] = {.name = "index",
               .part = "grid",
               .shows = "27 cells of the grid, whose particles are looked up by index",
               .limit = "an index, and then a particle that lies anywhere in memory",
               .step = step_grid},
    [SORTED] = {.name = "sorted",
                .part = "grid",
                .shows = "the same on copies that lie in the order of their cells",
                .limit = "27 short loops, three loads and a division for each neighbour",
                .step = step_grid},
    [ROWS] = {.name = "rows",
              .part = "grid",
              .shows =
                  "9 runs of three cells, state packed in two vec4, force and step in one pass",
              .limit = "about 500 candidates are tested, of which 80 are within the reach",
              .step = step_packed},
    [FINE] = {.name = "fine",
              .part = "grid",
              .shows = "the same with cells of half the reach, and only those that it touches",
              .limit = "about 200 candidates, and two loads at the start of each of 22 runs",
              .step = step_packed},
    [TEAM] = {.name = "team",
              .part = "grid",
              .shows =
                  "the same with several invocations for each particle, which share its rows of cells",
              .limit = "candidates that are too far away; with few particles, the passes of the grid",
              .step = step_packed},
    [NO_CLEAR] = {.name = "no_clear",
                  .part = "grid",
                  .shows = "the counts of the cells are not set to zero before each step",
                  .broken = "water that falls through itself: cells start where they do not",
                  .step = step_no_clear},
    [ONE_PASS] = {.name = "one_pass",
                  .part = "grid",
                  .shows = "density and force in one dispatch",
                  .broken = "forces from densities of the step before, or of none",
                  .step = step_one_pass},
    [LONG_STEP] = {.name = "long_step",
                   .part = "grid",
                   .shows = "a time step ten times as long as the CFL condition allows",
                   .broken = "an explosion: sound would have to cross several particles at once",
                   .step = step_packed},
    [SOURCES] = {.name = "sources",
                 .part = "grid",
                 .shows = "the constants that the module prints: 0.02 kg, k = 200 Pa, 8 ms",
                 .broken = "water that collapses to a puddle: 6 kg/m3 press on nothing",
                 .step = step_packed},
    [EXERCISE] = {.name = "exercise",
                  .part = "grid",
                  .shows = "your kernel: surface tension",
                  .exercise = &tension,
                  .step = step_packed},
    {0},
};

static const wb_param params[] = {
    {.name = "particles",
     .i = &sph.particles,
     .min = 1,
     .max = 16000000,
     .help = "how many; their spacing follows",
     .restarts = true},
    {.name = "scene",
     .i = &sph.scene,
     .min = 0,
     .max = SCENE_COUNT - 1,
     .help = "0 dam break, 1 two dams, 2 falling drop, 3 settled tank, 4 column of the experiment",
     .restarts = true},
    {.name = "obstacle",
     .i = &sph.obstacle,
     .min = 0,
     .max = 2,
     .help = "0 none, 1 a block, 2 a ball",
     .restarts = true},
    {.name = "mixed",
     .i = &sph.mixed,
     .min = 0,
     .max = 1,
     .help = "1: neighbours lie anywhere in memory, as after minutes of splashing",
     .restarts = true},
    {.name = "view",
     .i = &sph.view,
     .min = 0,
     .max = VIEW_COUNT - 1,
     .help = "0 water, 1 spheres coloured by speed, 2 by density"},
    {.name = "gravity",
     .f = &sph.gravity,
     .min = -50,
     .max = 50,
     .unit = "m/s2",
     .help = "downwards"},
    {.name = "sound_speed",
     .f = &sph.sound_speed,
     .min = 1,
     .max = 1000,
     .unit = "m/s",
     .help = "c; the stiffness k = rho0 c^2 follows"},
    {.name = "viscosity",
     .f = &sph.viscosity,
     .min = 0,
     .max = 100000,
     .unit = "Pa s",
     .help = "mu"},
    {.name = "artificial",
     .f = &sph.artificial,
     .min = 0,
     .max = 2,
     .help = "alpha, of the artificial viscosity"},
    {.name = "rest_density",
     .f = &sph.rest_density,
     .min = 1,
     .max = 20000,
     .unit = "kg/m3",
     .help = "rho0; the mass of a particle follows"},
    {.name = "tension",
     .f = &sph.tension,
     .min = 0,
     .max = 10,
     .unit = "m3/s2",
     .help = "kappa, of the exercise"},
    {.name = "step_ms",
     .f = &sph.step_ms,
     .min = 0,
     .max = 100,
     .unit = "ms",
     .help = "time step; 0: what the CFL condition allows"},
    {.name = "substeps",
     .i = &sph.substeps,
     .min = 0,
     .max = 1000,
     .help = "steps a frame; 0: as many as fill a sixtieth of a second"},
    {.name = "picked",
     .i = &sph.picked,
     .min = -1,
     .max = 15999999,
     .help = "the particle whose neighbours are shown; -1: none"},
    {.name = "group",
     .i = &sph.group,
     .min = 32,
     .max = 1024,
     .unit = "invocations",
     .help = "size of a work group",
     .rebuild = rebuild},
    {.name = "division",
     .i = &sph.division,
     .min = 1,
     .max = 4,
     .help = "fine, team: cells in a reach",
     .rebuild = rebuild,
     .part = "grid"},
    {.name = "lanes",
     .i = &sph.lanes,
     .min = 1,
     .max = 32,
     .unit = "invocations",
     .help = "team: so many for each particle",
     .rebuild = rebuild,
     .part = "grid"},
    {0},
};

static const char *const cases[] = {
    "particles=1 substeps=2",
    "particles=2 substeps=2 scene=3",
    "particles=63 substeps=2 scene=1",
    "particles=64 substeps=2 scene=2",
    "particles=65 substeps=2 scene=4",
    "particles=397 substeps=2 obstacle=2 viscosity=0",
    "particles=1009 substeps=2 obstacle=1 group=256 artificial=0",
    "particles=1000 substeps=2 scene=3 obstacle=2 gravity=1.62",
    "grid: particles=5003 substeps=2 division=3",
    "grid: particles=1013 substeps=2 lanes=7 mixed=1",
    "grid: particles=65 substeps=2 lanes=32 group=32",
    NULL,
};

static const char *const bench_cases[] = {"particles=4000 substeps=1", "grid: particles=50000",
                                          "grid: particles=1000000 substeps=1",
                                          "grid: particles=1000000 substeps=1 mixed=1", NULL};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "09_sph",
            .title = "SPH: 50,000 particles of water",
            .variants = variants,
            .first_variant = TEAM,
            .params = params,
            .frames = 80,
            .init = init,
            .draw = draw,
            .quit = quit,
            .state = &sph,
            .state_bytes = sizeof sph,
            .cases = cases,
            .check_frames = 4,
            .verify = verify,
            .bench_cases = bench_cases,
            .cost = cost,
            .status = status,
            .orbit = &(wb_orbit){.target = {4.0f, 2.35f, 4.0f},
                                 .distance = 16.5f,
                                 .yaw = -34.0f,
                                 .pitch = 19.0f,
                                 .field_of_view = 38.0f},
            .pick = pick,
        },
        argc, argv);
}
