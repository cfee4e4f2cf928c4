// The passes of a step: what each reads and writes, how many work groups it takes, and which
// barrier follows.
#include "history.h"
#include "sph.h"

enum { MEASURE_GROUP = 256 };
// Storage block bindings. BODIES and MOTIONS are what the packed versions have in their place.
enum { POSITIONS, VELOCITIES, DENSITIES, ACCELERATIONS, STARTS, IDS, STATE_POSITIONS };
enum { STATE_VELOCITIES = STATE_POSITIONS + 1, BODIES = DENSITIES, MOTIONS = ACCELERATIONS };
enum { HISTORY = POSITIONS };
enum { PHYSICS = 0 }; // uniform block binding
enum { FRAME = 0 };   // uniform location

static const char DENSITY[] = "09_sph/density.comp", FORCE[] = "09_sph/force.comp";
static const char PACKED_DENSITY[] = "09_sph/density_packed.comp";
static const char PACKED_FORCE[] = "09_sph/force_packed.comp";
static const char TEAM_DENSITY[] = "09_sph/density_team.comp";
static const char TEAM_FORCE[] = "09_sph/force_team.comp";

// How each variant finds neighbours, and what it does with them.
static const struct {
    int version;
    const char *density, *force;
} methods[] = {
    [ALL_PAIRS] = {ALL_PAIRS, DENSITY, FORCE},
    [INDEX] = {INDEX, DENSITY, FORCE},
    [SORTED] = {SORTED, DENSITY, FORCE},
    [ROWS] = {ROWS, PACKED_DENSITY, PACKED_FORCE},
    [FINE] = {FINE, PACKED_DENSITY, PACKED_FORCE},
    [TEAM] = {TEAM, TEAM_DENSITY, TEAM_FORCE},
    [NO_CLEAR] = {INDEX, DENSITY, FORCE},
    [ONE_PASS] = {SORTED, NULL, "09_sph/one_pass.comp"},
    [LONG_STEP] = {FINE, PACKED_DENSITY, PACKED_FORCE},
    [SOURCES] = {FINE, PACKED_DENSITY, PACKED_FORCE},
    [EXERCISE] = {FINE, PACKED_DENSITY, "09_sph/exercise_tension.comp"},
};

int version(void)
{
    return methods[wb_variant_index()].version;
}

bool is_packed(void)
{
    return version() >= ROWS;
}

/* ---- Work groups ---- */

// Of the version "team": so many particles share a work group.
static int teams(void)
{
    return sph.group > sph.lanes ? sph.group / sph.lanes : 1;
}

// How many groups cover all particles: the quotient, rounded up.
static GLuint particle_groups(void)
{
    int each = version() == TEAM ? teams() : sph.group;
    return (GLuint)((sph.p.count + each - 1) / each);
}

static bool fits_dispatch(void)
{
    GLint most = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &most);
    if (particle_groups() <= (GLuint)most) return true;
    wb_error("%d particles need %u work groups; this driver dispatches at most %d\n"
             "what to do: larger groups, with --set group=1024%s",
             sph.p.count, particle_groups(), most,
             version() == TEAM ? ", or smaller teams, with --set lanes=1" : "");
    return false;
}

static void dispatch_particles(void)
{
    glDispatchCompute(particle_groups(), 1, 1);
}

/* ---- Kernels ---- */

static bool create_programs(void)
{
    const wb_define *constants = WB_DEFINES(
        {"ALL_PAIRS", ALL_PAIRS}, {"INDEX", INDEX}, {"SORTED", SORTED}, {"ROWS", ROWS},
        {"FINE", FINE}, {"TEAM", TEAM}, {"VERSION", version()}, {"GROUP", sph.group},
        {"LANES", sph.lanes}, {"TEAMS", teams()}, {"GRID_HASHED", 0}, {"POSITIONS", POSITIONS},
        {"VELOCITIES", VELOCITIES}, {"DENSITIES", DENSITIES}, {"ACCELERATIONS", ACCELERATIONS},
        {"BODIES", BODIES}, {"MOTIONS", MOTIONS}, {"STARTS", STARTS}, {"IDS", IDS},
        {"STATE_POSITIONS", STATE_POSITIONS}, {"STATE_VELOCITIES", STATE_VELOCITIES},
        {"HISTORY", HISTORY}, {"PARTS", HISTORY_PARTS}, {"MEASURE_GROUP", MEASURE_GROUP},
        {"OBSTACLE_BOX", OBSTACLE_BOX}, {"OBSTACLE_SPHERE", OBSTACLE_SPHERE});
    const char *density = methods[wb_variant_index()].density;
    if (density != NULL) sph.density = wb_program_compute(density, constants);
    sph.force = wb_program_compute(methods[wb_variant_index()].force, constants);
    if (!is_packed()) sph.integrate = wb_program_compute("09_sph/integrate.comp", constants);
    sph.measure = wb_program_compute("09_sph/measure.comp", constants);
    return (sph.density != 0 || density == NULL) && sph.force != 0 &&
           (sph.integrate != 0 || is_packed()) && sph.measure != 0;
}

void passes_delete(void)
{
    glDeleteProgram(sph.density);
    glDeleteProgram(sph.force);
    glDeleteProgram(sph.integrate);
    glDeleteProgram(sph.measure);
    sph.density = sph.force = sph.integrate = sph.measure = 0;
}

bool passes_create(void)
{
    return fits_dispatch() && create_programs();
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
    bind(STARTS, sph.grid.starts.id);
    bind(IDS, sph.grid.ids.id);
}

static void use_search(GLuint program)
{
    use_program(program);
    if (version() != ALL_PAIRS) wb_grid_set_uniforms(&sph.grid);
}

// What the neighbours are read from: the state, or its copies in the order of the cells.
static void bind_particles(void)
{
    bool sorted = version() >= SORTED;
    bind(POSITIONS, sorted ? sph.grid.positions.id : sph.positions.id);
    bind(VELOCITIES, sorted ? sph.grid.velocities.id : sph.velocities.id);
}

void build_grid(void)
{
    uint32_t count = (uint32_t)sph.p.count;
    wb_grid_build(&sph.grid, sph.positions.id, sph.velocities.id, count);
}

void compute_density(void)
{
    wb_pass_begin("density");
    use_search(sph.density);
    bind_particles();
    bind(DENSITIES, sph.densities.id);
    dispatch_particles();
    // The next pass reads the densities of neighbours.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void compute_force(void)
{
    wb_pass_begin("force");
    use_search(sph.force);
    bind_particles();
    bind(DENSITIES, sph.densities.id);
    bind(ACCELERATIONS, sph.accelerations.id);
    dispatch_particles();
    // The next pass reads the accelerations, and overwrites positions that this one reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void integrate(void)
{
    wb_pass_begin("integrate");
    use_program(sph.integrate);
    bind(DENSITIES, sph.densities.id);
    bind(ACCELERATIONS, sph.accelerations.id);
    bind(STATE_POSITIONS, sph.positions.id);
    bind(STATE_VELOCITIES, sph.velocities.id);
    dispatch_particles();
    // The next step, or the pass that measures, reads positions and velocities.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void compute_density_packed(void)
{
    wb_pass_begin("density");
    use_search(sph.density);
    bind_particles();
    bind(BODIES, sph.bodies.id);
    bind(MOTIONS, sph.motions.id);
    dispatch_particles();
    // The next pass reads what this one has packed.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void compute_force_and_integrate(void)
{
    wb_pass_begin("force and integrate");
    use_search(sph.force);
    bind(BODIES, sph.bodies.id);
    bind(MOTIONS, sph.motions.id);
    bind(STATE_POSITIONS, sph.positions.id);
    bind(STATE_VELOCITIES, sph.velocities.id);
    dispatch_particles();
    // The next step, or the pass that measures, reads positions and velocities.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// At the end of a frame: energies and largest density, for the plot.
void measure(void)
{
    wb_pass_begin("measure");
    glUseProgram(sph.measure);
    glBindBufferBase(GL_UNIFORM_BUFFER, PHYSICS, sph.parameters);
    glUniform1ui(FRAME, (GLuint)(sph.frame % HISTORY_FRAMES));
    bind(STATE_POSITIONS, sph.positions.id);
    bind(STATE_VELOCITIES, sph.velocities.id);
    bind(HISTORY, sph.history.id);
    glDispatchCompute(HISTORY_PARTS, 1, 1);
    // Status, check and picture read history and state with glGetBufferSubData.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}
