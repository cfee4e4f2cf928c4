// What a variant keeps: its buffers, its grid, its programs; and what follows from the parameters.
#include "state.h"
#include "picture.h"
#include "steps.h"

#include "09_sph/slots.h"
#include "water/scene.h"

#include <math.h>
#include <stdlib.h>

enum { ALL_PAIRS_MOST = 4096 };

lesson_state lesson = {.chosen = {WB_WATER_DEFAULTS}, // but for what main() changes
                       .tension = 0.2f,
                       .picked = -1,
                       .plane = {.discs = 1000, .stiff = 20.0f, .friction = 0.3f}};

const sph_traits *traits(void)
{
    return wb_current_variant()->data;
}

static bool is_packed(void)
{
    return traits()->version >= ROWS;
}

// In a pass of its own.
static bool integrates(void)
{
    return traits()->version > ALL_PAIRS && !is_packed();
}

/* ---- Numbers ---- */

void take_a_long_step(wb_water_numbers *p)
{
    p->time_step *= 10.0f;
}

void use_the_sources_constants(wb_water_numbers *p)
{
    p->mass = 0.02f;
    p->stiffness = 200.0f;
    p->sound_speed = sqrtf(p->stiffness / p->rest_density);
    p->viscosity = 0.1f;
    p->artificial = 0.0f;
    p->time_step = 0.008f;
}

static int particle_count(void)
{
    bool few = traits()->version == ALL_PAIRS && lesson.chosen.particles > ALL_PAIRS_MOST;
    return few ? ALL_PAIRS_MOST : lesson.chosen.particles;
}

int substeps(void)
{
    return lesson.steps;
}

// As many equal steps as a frame needs. If they are too many, the frame ends earlier.
static void choose_steps(wb_water_numbers *p)
{
    p->time_step = wb_water_chosen_step(p, &lesson.chosen);
    if (traits()->change != NULL) traits()->change(p);
    lesson.steps = wb_water_chosen_steps(p, &lesson.chosen);
    lesson.wanted_steps = lesson.chosen.substeps > 0 ? lesson.steps : wb_water_frame_steps(p);
}

void update_physics(void)
{
    wb_water_numbers *p = &lesson.p;
    wb_water_settings chosen = lesson.chosen;
    chosen.particles = particle_count();
    if (traits()->version == ALL_PAIRS) chosen.obstacle = WATER_NO_OBSTACLE;
    wb_water_choose(p, &chosen);
    p->tension = traits()->pulls ? lesson.tension : 0.0f;
    const wb_buffer *velocities = lesson.has_start_velocities ? &lesson.velocities : NULL;
    bool is_new = wb_water_look(&lesson.history, p, lesson.frame, velocities);
    ledger_look(&lesson.ledger, p, is_new ? &lesson.history.now : NULL, lesson.frame);
    choose_steps(p);
    wb_water_block_set(lesson.block, p);
}

// A particle step reads the state and writes it; what it does in between is in the caches.
wb_cost cost(void)
{
    bool can = lesson.p.count == lesson.chosen.particles; // all pairs
    double steps = can ? (double)lesson.p.count * substeps() : 0.0;
    return (wb_cost){.read_bytes = 32.0 * steps,
                     .written_bytes = 32.0 * steps,
                     .items = steps,
                     .item = "particle steps"};
}

/* ---- Buffers ---- */

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
    size_t count = (size_t)lesson.p.count;
    float(*start)[4] = calloc(count, sizeof *start), (*rest)[4] = calloc(count, sizeof *rest);
    bool good = start != NULL && rest != NULL;
    if (!good) wb_error("there is no memory for %zu particles", count);
    good = good && wb_water_scene_fill(lesson.chosen.scene, &lesson.p, wb_seed(), start);
    if (good && lesson.chosen.mixed) wb_water_scene_mix(lesson.p.count, wb_seed(), start);
    good = good && create_buffer(&lesson.positions, "positions", count, 4, start, true) &&
           create_buffer(&lesson.velocities, "velocities", count, 4, rest, true);
    free(start);
    free(rest);
    return good;
}

static bool create_scratch(void)
{
    size_t count = (size_t)lesson.p.count;
    bool good = wb_water_history_create(&lesson.history, lesson.p.count);
    if (traits()->version == LIST) return good; // what it needs comes with its grid
    if (is_packed())
        return good && create_buffer(&lesson.bodies, "bodies", count, 4, NULL, false) &&
               create_buffer(&lesson.motions, "motions", count, 4, NULL, false);
    good = good && create_buffer(&lesson.densities, "densities", count, 2, NULL, false);
    if (traits()->version == ALL_PAIRS)
        return good &&
               create_buffer(&lesson.next_positions, "next_positions", count, 4, NULL, false) &&
               create_buffer(&lesson.next_velocities, "next_velocities", count, 4, NULL, false);
    return good && create_buffer(&lesson.accelerations, "accelerations", count, 4, NULL, false);
}

/* ---- Work groups ---- */

// For the versions with teams: how many lanes share a particle.
static int lanes(void)
{
    return wb_water_lanes(lesson.chosen.lanes, lesson.p.count);
}

static int teams(void)
{
    return wb_water_teams(lesson.chosen.group, lanes());
}

GLuint particle_groups(void)
{
    return wb_groups_for(lesson.p.count, traits()->version >= TEAM ? teams() : lesson.chosen.group);
}

static bool fits_dispatch(void)
{
    GLint most = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &most);
    if (particle_groups() <= (GLuint)most) return true;
    wb_error("%d particles need %u work groups; this driver dispatches at most %d\n"
             "what to do: larger groups, with --set group=1024%s",
             lesson.p.count, particle_groups(), most,
             traits()->version >= TEAM ? ", or smaller teams, with --set lanes=1" : "");
    return false;
}

/* ---- Grid and programs ---- */

static bool create_grid(void)
{
    bool is_fine = traits()->version >= FINE;
    return traits()->version == ALL_PAIRS ||
           wb_water_grid_create(&lesson.grid, &lesson.p, is_fine ? lesson.chosen.division : 1,
                                is_fine ? WB_WATER_X_DIVISION : 1);
}

static bool create_programs(void)
{
    const wb_define *constants = WB_DEFINES(
        {"GRID_HASHED", 0}, {"VERSION", traits()->version}, {"GROUP", lesson.chosen.group},
        {"TEAMS", teams()}, {"LANES", traits()->version >= TEAM ? lanes() : 1},
        {traits()->two_kernels ? "TWO_KERNELS" : "ONE_KERNEL", 1});
    const char *density = traits()->density;
    if (density != NULL) lesson.density = wb_program_compute(density, constants);
    const char *force = traits()->force != NULL ? traits()->force : wb_current_variant()->kernel;
    lesson.force = wb_program_compute(force, constants);
    if (integrates()) lesson.integrate = wb_program_compute("09_sph/integrate.comp", constants);
    return (lesson.density != 0 || density == NULL) && lesson.force != 0 &&
           (lesson.integrate != 0 || !integrates());
}

static bool create_water(void)
{
    bool good = wb_water_create(&lesson.water, &(wb_water_desc){.numbers = &lesson.p,
                                                                .block = lesson.block,
                                                                .group = lesson.chosen.group,
                                                                .division = lesson.chosen.division,
                                                                .lanes = lesson.chosen.lanes});
    if (lesson.water.motions.id != 0 && lesson.water.lasts.id == 0)
        wb_note("the version team keeps no lists, and has room for more: --variant team");
    return good;
}

static bool create_traits(void)
{
    if (!fits_dispatch()) return false;
    return traits()->version == LIST ? create_water() : create_grid() && create_programs();
}

static void delete_traits(void)
{
    wb_water_delete(&lesson.water);
    wb_grid_delete(&lesson.grid);
    glDeleteProgram(lesson.density);
    glDeleteProgram(lesson.force);
    glDeleteProgram(lesson.integrate);
    lesson.density = lesson.force = lesson.integrate = 0;
}

/* ---- Start and end ---- */

bool rebuild(void)
{
    delete_traits();
    return create_traits();
}

bool init(void)
{
    lesson.block = wb_water_block_create();
    lesson.frame = 0;
    lesson.time_s = 0.0;
    lesson.ledger = (ledger){0};
    wb_array shape;
    if (!wb_load_shape("velocities", &shape, &lesson.has_start_velocities) &&
        lesson.has_start_velocities)
        return false;
    update_physics();
    lesson.hand = wb_program_compute("water/hand.comp", NULL);
    return lesson.hand != 0 && create_state() && create_scratch() && create_traits() &&
           picture_create();
}

void quit(void)
{
    wb_buffer *const buffers[] = {
        &lesson.positions, &lesson.velocities,    &lesson.next_positions, &lesson.next_velocities,
        &lesson.densities, &lesson.accelerations, &lesson.bodies,         &lesson.motions};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    delete_traits();
    wb_water_history_delete(&lesson.history);
    glDeleteProgram(lesson.hand);
    glDeleteBuffers(1, &lesson.block);
    lesson.block = lesson.hand = 0;
    picture_delete();
}
