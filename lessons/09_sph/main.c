// Lesson 09: smoothed particle hydrodynamics. Water as particles that press on their neighbours.
// Each step builds a grid, sums up densities, then forces, and moves the particles.
#include "lesson/lesson.h"
#include "compute/grid.h"
#include "oracle.h"
#include "physics.h"
#include "scene.h"
#include "view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum { ALL_PAIRS_MOST = 4096, MEASURE_GROUP = 256 };
enum { POSITIONS, VELOCITIES, DENSITIES, ACCELERATIONS, STARTS, IDS, STATE_POSITIONS,
       STATE_VELOCITIES }; // storage block bindings
enum { PLACES = DENSITIES, MOTIONS = ACCELERATIONS, HISTORY = POSITIONS };
enum { PHYSICS = 0 }; // uniform block binding
enum { FRAME = 0 };   // uniform location

enum { ALL_PAIRS, INDEX, SORTED, ROWS, FINE }; // how neighbours are found: VERSION in the shaders
enum { FINE_V, ROWS_V, SORTED_V, INDEX_V, ALL_PAIRS_V, NO_CLEAR, ONE_PASS, LONG_STEP, SOURCES, EXERCISE };

static const double FRAME_S = 1.0 / 60.0; // a frame shows so much of the water's time
static const float CELL_SLACK = 1.001f;   // see compute/grid.h on rounding
static const float TOO_LONG = 10.0f;      // the broken variant's step, in CFL steps

static const struct {
    int neighbours;
    const char *density, *force;
} kernels[] = {
    [ALL_PAIRS_V] = {ALL_PAIRS, "09_sph/density.comp", "09_sph/force.comp"},
    [INDEX_V] = {INDEX, "09_sph/density.comp", "09_sph/force.comp"},
    [SORTED_V] = {SORTED, "09_sph/density.comp", "09_sph/force.comp"},
    [ROWS_V] = {ROWS, "09_sph/density_packed.comp", "09_sph/force_packed.comp"},
    [FINE_V] = {FINE, "09_sph/density_packed.comp", "09_sph/force_packed.comp"},
    [NO_CLEAR] = {INDEX, "09_sph/density.comp", "09_sph/force.comp"},
    [ONE_PASS] = {SORTED, NULL, "09_sph/one_pass.comp"},
    [LONG_STEP] = {FINE, "09_sph/density_packed.comp", "09_sph/force_packed.comp"},
    [SOURCES] = {FINE, "09_sph/density_packed.comp", "09_sph/force_packed.comp"},
    [EXERCISE] = {FINE, "09_sph/density_packed.comp", "09_sph/exercise_tension.comp"},
};

/* ---- State ---- */

static struct {
    int particles, scene, obstacle, view, substeps, group, division; // parameters
    float gravity, viscosity, sound_speed, rest_density, artificial, tension, step_ms;

    physics p;
    wb_buffer positions, velocities;    // the state, in the particles' own order: n x 4
    wb_buffer densities, accelerations; // between density and force: n, n x 4
    wb_buffer places, motions;          // the same for the packed versions: n x 4 each
    wb_buffer history;                  // frames x parts x 4: see measure.comp
    wb_grid grid;
    GLuint parameters; // the uniform block
    GLuint density, force, integrate, measure;
    int64_t frame;
    double time_s;
} sph = {.particles = 50000,
         .gravity = 9.81f,
         .viscosity = 10.0f,
         .artificial = 0.05f,
         .sound_speed = 40.0f,
         .rest_density = 1000.0f,
         .tension = 0.2f,
         .group = 64,
         .division = 2};

static int neighbours(void)
{
    return kernels[wb_variant_index()].neighbours;
}

static bool is_packed(void)
{
    return neighbours() >= ROWS;
}

// So many groups of `size` that they cover `count`: the quotient, rounded up.
static GLuint groups(int count, int size)
{
    return (GLuint)((count + size - 1) / size);
}

static int particle_count(void)
{
    bool few = neighbours() == ALL_PAIRS && sph.particles > ALL_PAIRS_MOST;
    return few ? ALL_PAIRS_MOST : sph.particles;
}

/* ---- Numbers ---- */

// The constants that the module prints, which do not go together.
static void use_the_sources_constants(physics *p)
{
    p->mass = 0.02f;
    p->stiffness = 200.0f;
    p->viscosity = 0.1f;
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
    return wb_buffer_create(buffer, &(wb_buffer_desc){.name = name,
                                                      .type = WB_F32,
                                                      .shape = {count, width},
                                                      .data = data,
                                                      .state = state});
}

static bool create_state(void)
{
    size_t count = (size_t)sph.p.count;
    float(*start)[4] = calloc(count, sizeof *start), (*rest)[4] = calloc(count, sizeof *rest);
    bool good = start != NULL && rest != NULL;
    if (!good) wb_error("there is no memory for %zu particles", count);
    good = good && scene_fill(sph.scene, &sph.p, wb_seed(), start) &&
           create_buffer(&sph.positions, "positions", count, 4, start, true) &&
           create_buffer(&sph.velocities, "velocities", count, 4, rest, true);
    free(start);
    free(rest);
    return good;
}

static bool create_scratch(void)
{
    size_t count = (size_t)sph.p.count;
    bool good = wb_buffer_create(
        &sph.history,
        &(wb_buffer_desc){.name = "history",
                          .type = WB_F32,
                          .shape = {HISTORY_FRAMES, HISTORY_PARTS, 8}});
    if (is_packed())
        return good && create_buffer(&sph.places, "places", count, 4, NULL, false) &&
               create_buffer(&sph.motions, "motions", count, 4, NULL, false);
    return good && create_buffer(&sph.densities, "densities", count, 0, NULL, false) &&
           create_buffer(&sph.accelerations, "accelerations", count, 4, NULL, false);
}

static bool create_grid(void)
{
    if (neighbours() == ALL_PAIRS) return true;
    int division = neighbours() == FINE ? sph.division : 1;
    wb_grid_desc desc = {.cell_size = CELL_SLACK * sph.p.reach / (float)division,
                         .most = (uint32_t)sph.p.count};
    scene_box(sph.scene, desc.high);
    return wb_grid_create(&sph.grid, &desc);
}

static bool create_programs(void)
{
    const wb_define *constants = WB_DEFINES(
        {"ALL_PAIRS", ALL_PAIRS}, {"INDEX", INDEX}, {"SORTED", SORTED}, {"ROWS", ROWS},
        {"FINE", FINE}, {"VERSION", neighbours()}, {"GROUP", sph.group}, {"GRID_HASHED", 0},
        {"POSITIONS", POSITIONS}, {"VELOCITIES", VELOCITIES}, {"DENSITIES", DENSITIES},
        {"ACCELERATIONS", ACCELERATIONS}, {"PLACES", PLACES}, {"MOTIONS", MOTIONS},
        {"STARTS", STARTS}, {"IDS", IDS}, {"STATE_POSITIONS", STATE_POSITIONS},
        {"STATE_VELOCITIES", STATE_VELOCITIES}, {"HISTORY", HISTORY}, {"PARTS", HISTORY_PARTS},
        {"MEASURE_GROUP", MEASURE_GROUP}, {"OBSTACLE_BOX", OBSTACLE_BOX},
        {"OBSTACLE_SPHERE", OBSTACLE_SPHERE});
    const char *density = kernels[wb_variant_index()].density;
    if (density != NULL) sph.density = wb_program_compute(density, constants);
    sph.force = wb_program_compute(kernels[wb_variant_index()].force, constants);
    if (!is_packed()) sph.integrate = wb_program_compute("09_sph/integrate.comp", constants);
    sph.measure = wb_program_compute("09_sph/measure.comp", constants);
    return (sph.density != 0 || density == NULL) && sph.force != 0 &&
           (sph.integrate != 0 || is_packed()) && sph.measure != 0;
}

static void delete_programs(void)
{
    glDeleteProgram(sph.density);
    glDeleteProgram(sph.force);
    glDeleteProgram(sph.integrate);
    glDeleteProgram(sph.measure);
    sph.density = sph.force = sph.integrate = sph.measure = 0;
}

// For another group or cell size; the water stays.
static bool rebuild(void)
{
    delete_programs();
    wb_grid_delete(&sph.grid);
    return create_grid() && create_programs();
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
    return create_state() && create_scratch() && create_grid() && create_programs() && view_init();
}

static void quit(void)
{
    wb_buffer *const buffers[] = {&sph.positions,     &sph.velocities, &sph.densities,
                                  &sph.accelerations, &sph.places,     &sph.motions,
                                  &sph.history};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    wb_grid_delete(&sph.grid);
    delete_programs();
    glDeleteBuffers(1, &sph.parameters);
    sph.parameters = 0;
    view_quit();
}

/* ---- The passes ---- */

static void bind(GLuint binding, GLuint buffer)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
}

static void use_program(GLuint program)
{
    glUseProgram(program);
    glBindBufferBase(GL_UNIFORM_BUFFER, PHYSICS, sph.parameters);
    if (neighbours() == ALL_PAIRS) return;
    wb_grid_set_uniforms(&sph.grid);
    bind(STARTS, sph.grid.starts.id);
    bind(IDS, sph.grid.ids.id);
}

// What the neighbours are read from: the state, or its copies in the order of the cells.
static void bind_particles(void)
{
    bool sorted = neighbours() >= SORTED;
    bind(POSITIONS, sorted ? sph.grid.positions.id : sph.positions.id);
    bind(VELOCITIES, sorted ? sph.grid.velocities.id : sph.velocities.id);
}

static void build_grid(void)
{
    uint32_t count = (uint32_t)sph.p.count;
    wb_grid_build(&sph.grid, sph.positions.id, sph.velocities.id, count);
}

static void compute_density(void)
{
    wb_pass_begin("density");
    use_program(sph.density);
    bind_particles();
    bind(DENSITIES, sph.densities.id);
    glDispatchCompute(groups(sph.p.count, sph.group), 1, 1);
    // The next pass reads the densities of neighbours.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void compute_force(void)
{
    wb_pass_begin("force");
    use_program(sph.force);
    bind_particles();
    bind(DENSITIES, sph.densities.id);
    bind(ACCELERATIONS, sph.accelerations.id);
    glDispatchCompute(groups(sph.p.count, sph.group), 1, 1);
    // The next pass reads the accelerations, and overwrites positions that this one reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void integrate(void)
{
    wb_pass_begin("integrate");
    use_program(sph.integrate);
    bind(DENSITIES, sph.densities.id);
    bind(ACCELERATIONS, sph.accelerations.id);
    bind(STATE_POSITIONS, sph.positions.id);
    bind(STATE_VELOCITIES, sph.velocities.id);
    glDispatchCompute(groups(sph.p.count, sph.group), 1, 1);
    // The next step, or the pass that measures, reads positions and velocities.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// At the end of a frame: energies and largest density, for the plot.
static void measure(void)
{
    wb_pass_begin("measure");
    glUseProgram(sph.measure);
    glBindBufferBase(GL_UNIFORM_BUFFER, PHYSICS, sph.parameters);
    glUniform1ui(FRAME, (GLuint)(sph.frame % HISTORY_FRAMES));
    bind(STATE_POSITIONS, sph.positions.id);
    bind(STATE_VELOCITIES, sph.velocities.id);
    bind(HISTORY, sph.history.id);
    glDispatchCompute(HISTORY_PARTS, 1, 1);
    // The plot reads the history; the next frame overwrites positions that this pass reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    sph.frame++;
    sph.time_s += substeps() * (double)sph.p.time_step;
}

/* ---- The versions ---- */

static void step_all_pairs(void)
{
    update_physics();
    for (int i = 0; i < substeps(); i++) {
        compute_density();
        compute_force();
        integrate();
    }
    measure();
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
    measure();
}

static void compute_density_packed(void)
{
    wb_pass_begin("density");
    use_program(sph.density);
    bind_particles();
    bind(PLACES, sph.places.id);
    bind(MOTIONS, sph.motions.id);
    glDispatchCompute(groups(sph.p.count, sph.group), 1, 1);
    // The next pass reads what this one has packed.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void compute_force_and_integrate(void)
{
    wb_pass_begin("force and integrate");
    use_program(sph.force);
    bind(PLACES, sph.places.id);
    bind(MOTIONS, sph.motions.id);
    bind(STATE_POSITIONS, sph.positions.id);
    bind(STATE_VELOCITIES, sph.velocities.id);
    glDispatchCompute(groups(sph.p.count, sph.group), 1, 1);
    // The next step, or the pass that measures, reads positions and velocities.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void step_packed(void)
{
    update_physics();
    for (int i = 0; i < substeps(); i++) {
        build_grid();
        compute_density_packed();
        compute_force_and_integrate();
    }
    measure();
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
                        .style = sph.view,
                        .picked = -1};
    view_draw(&scene, view);
}

static void status(char *text, size_t size)
{
    snprintf(text, size, "%.2f s, step %.2f ms", sph.time_s, 1e3 * (double)sph.p.time_step);
}

static const wb_variant variants[] = {
    [FINE_V] = {.name = "fine", .shows = "smaller cells", .limit = "x", .step = step_packed},
    [ROWS_V] = {.name = "rows", .shows = "runs of three cells", .limit = "x", .step = step_packed},
    [SORTED_V] = {.name = "sorted", .shows = "sorted copies", .limit = "x", .step = step_grid},
    [INDEX_V] = {.name = "index", .shows = "index", .limit = "x", .step = step_grid},
    [ALL_PAIRS_V] = {.name = "all_pairs", .shows = "x", .limit = "x", .step = step_all_pairs},
    {0},
};

static const wb_param params[] = {
    {.name = "particles", .i = &sph.particles, .min = 1, .max = 16000000, .help = "how many", .restarts = true},
    {.name = "scene", .i = &sph.scene, .min = 0, .max = SCENE_COUNT - 1, .help = "scene", .restarts = true},
    {.name = "obstacle", .i = &sph.obstacle, .min = 0, .max = 2, .help = "obstacle", .restarts = true},
    {.name = "view", .i = &sph.view, .min = 0, .max = 2, .help = "view"},
    {.name = "substeps", .i = &sph.substeps, .min = 0, .max = 1000, .help = "steps"},
    {.name = "step_ms", .f = &sph.step_ms, .min = 0, .max = 100, .help = "step"},
    {.name = "gravity", .f = &sph.gravity, .min = -50, .max = 50, .help = "g"},
    {.name = "viscosity", .f = &sph.viscosity, .min = 0, .max = 1e5, .help = "mu"},
    {.name = "sound_speed", .f = &sph.sound_speed, .min = 1, .max = 1000, .help = "c"},
    {.name = "artificial", .f = &sph.artificial, .min = 0, .max = 2, .help = "alpha"},
    {.name = "rest_density", .f = &sph.rest_density, .min = 1, .max = 20000, .help = "rho0"},
    {.name = "tension", .f = &sph.tension, .min = 0, .max = 10, .help = "kappa"},
    {.name = "group", .i = &sph.group, .min = 32, .max = 1024, .help = "x", .rebuild = rebuild},
    {.name = "division", .i = &sph.division, .min = 1, .max = 4, .help = "x", .rebuild = rebuild},
    {0},
};

static wb_cost cost(void)
{
    return (wb_cost){.items = (double)sph.p.count * substeps(), .item = "particle steps", .read_bytes = 1, .written_bytes = 1};
}

static bool verify(void) { return true; }
static const char *const cases[] = {"particles=1000", NULL};

int main(int argc, char **argv)
{
    return wb_main(&(wb_lesson){.id = "09_sph", .title = "SPH: 50,000 particles of water",
        .variants = variants, .params = params, .frames = 60, .init = init, .draw = draw, .quit = quit,
        .state = &sph, .state_bytes = sizeof sph, .cases = cases, .check_frames = 2, .verify = verify,
        .bench_cases = NULL, .cost = cost, .status = status,
        .orbit = &(wb_orbit){.target = {4, 2.2f, 4}, .distance = 14, .yaw = 30, .pitch = 20, .field_of_view = 40},
        }, argc, argv);
}
