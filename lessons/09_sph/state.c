// What a variant keeps: its buffers, its grid, its programs; and what follows from the parameters.
#include "state.h"
#include "history.h"
#include "picture.h"
#include "scene.h"
#include "steps.h"

#include <math.h>
#include <stdlib.h>

enum { ALL_PAIRS_MOST = 4096, MEASURE_GROUP = 1024 };
enum { X_DIVISION = 2 };   // of the versions with smaller cells: along x they are smaller still
enum { MOST_STEPS = 100 }; // a frame: more, and nobody waits for the picture
static const double FRAME_S = 1.0 / 60.0; // so much of the water's time passes in a frame
static const float CELL_SLACK = 1.001f;   // see compute/grid.h on rounding

lesson_state lesson = {.particles = 50000,
                       .gravity = 9.81f,
                       .viscosity = 10.0f,
                       .artificial = 0.1f,
                       .sound_speed = 60.0f,
                       .rest_density = 1000.0f,
                       .tension = 0.2f,
                       .group = 256,
                       .division = 2,
                       .picked = -1};

const sph_way *way(void)
{
    return wb_current_variant()->data;
}

static bool is_packed(void)
{
    return way()->version >= ROWS;
}

// In a pass of its own.
static bool integrates(void)
{
    return way()->version > ALL_PAIRS && !is_packed();
}

/* ---- Numbers ---- */

void take_a_long_step(physics *p)
{
    p->time_step *= 10.0f;
}

void use_the_sources_constants(physics *p)
{
    p->mass = 0.02f;
    p->stiffness = 200.0f;
    p->sound_speed = sqrtf(p->stiffness / p->rest_density);
    p->viscosity = 0.1f;
    p->artificial = 0.0f;
    p->time_step = 0.008f;
}

void take_a_narrow_box(physics *p)
{
    p->box[0] = 6.5f;
}

static int particle_count(void)
{
    bool few = way()->version == ALL_PAIRS && lesson.particles > ALL_PAIRS_MOST;
    return few ? ALL_PAIRS_MOST : lesson.particles;
}

int substeps(void)
{
    return lesson.steps;
}

// As many equal steps as a frame needs. If they are too many, the frame ends earlier.
static void choose_steps(physics *p)
{
    double steps = fmax(ceil(FRAME_S / physics_cfl_step(p) - 1e-6), 1.0);
    p->time_step = lesson.step_ms > 0.0f ? 1e-3f * lesson.step_ms : (float)(FRAME_S / steps);
    if (way()->change != NULL) way()->change(p);
    lesson.wanted_steps = (int)fmin(fmax(ceil(FRAME_S / p->time_step - 1e-3), 1.0), 1e9);
    lesson.steps = lesson.wanted_steps < MOST_STEPS ? lesson.wanted_steps : MOST_STEPS;
    if (lesson.substeps > 0) lesson.steps = lesson.wanted_steps = lesson.substeps;
}

void update_physics(void)
{
    physics *p = &lesson.p;
    p->count = particle_count();
    p->rest_density = lesson.rest_density;
    p->sound_speed = lesson.sound_speed;
    p->viscosity = lesson.viscosity;
    p->artificial = lesson.artificial;
    p->gravity = lesson.gravity;
    p->tension = way()->pulls ? lesson.tension : 0.0f;
    scene_box(lesson.scene, p->box);
    scene_obstacle(way()->version == ALL_PAIRS ? OBSTACLE_NONE : lesson.obstacle, p);
    physics_derive(p, scene_spacing(lesson.scene, p->count));
    ledger_look(&lesson.ledger, p, lesson.frame);
    choose_steps(p);
    glBindBuffer(GL_UNIFORM_BUFFER, lesson.parameters);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof *p, p);
}

// A particle step reads the state and writes it; what it does in between is in the caches.
wb_cost cost(void)
{
    bool can = lesson.p.count == lesson.particles; // all pairs of so many
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
    good = good && scene_fill(lesson.scene, &lesson.p, wb_seed(), start);
    if (good && lesson.mixed) scene_mix(lesson.p.count, wb_seed(), start);
    good = good && create_buffer(&lesson.positions, "positions", count, 4, start, true) &&
           create_buffer(&lesson.velocities, "velocities", count, 4, rest, true);
    free(start);
    free(rest);
    return good;
}

static bool create_scratch(void)
{
    size_t count = (size_t)lesson.p.count;
    bool good = wb_buffer_create(
        &lesson.history,
        &(wb_buffer_desc){.name = "history",
                          .type = WB_F32,
                          .shape = {HISTORY_FRAMES, HISTORY_PARTS, HISTORY_WIDTH}});
    const char *names[LEDGER_LATE + 1] = {"seen_0", "seen_1"};
    for (int i = 0; i <= LEDGER_LATE; i++)
        good = good && wb_buffer_create(&lesson.seen[i],
                                        &(wb_buffer_desc){.name = names[i],
                                                          .type = WB_F32,
                                                          .shape = {HISTORY_PARTS, HISTORY_WIDTH}});
    if (is_packed())
        return good && create_buffer(&lesson.bodies, "bodies", count, 4, NULL, false) &&
               create_buffer(&lesson.motions, "motions", count, 4, NULL, false);
    good = good && create_buffer(&lesson.densities, "densities", count, 2, NULL, false);
    if (way()->version == ALL_PAIRS)
        return good &&
               create_buffer(&lesson.next_positions, "next_positions", count, 4, NULL, false) &&
               create_buffer(&lesson.next_velocities, "next_velocities", count, 4, NULL, false);
    return good && create_buffer(&lesson.accelerations, "accelerations", count, 4, NULL, false);
}

static bool create_grid(void)
{
    if (way()->version == ALL_PAIRS) return true;
    int division = way()->version >= FINE ? lesson.division : 1;
    wb_grid_desc desc = {.cell_size = CELL_SLACK * lesson.p.reach / (float)division,
                         .x_division = way()->version >= FINE ? X_DIVISION : 1,
                         .most = (uint32_t)lesson.p.count};
    scene_box(lesson.scene, desc.high);
    return wb_grid_create(&lesson.grid, &desc);
}

/* ---- Work groups ---- */

// With few particles a GPU has invocations to spare.
static int lanes(void)
{
    if (lesson.lanes > 0) return lesson.lanes;
    return lesson.p.count < 200000 ? 2 : 1;
}

// Of the versions with teams: so many particles share a work group.
static int teams(void)
{
    return lesson.group > lanes() ? lesson.group / lanes() : 1;
}

GLuint particle_groups(void)
{
    return wb_groups_for(lesson.p.count, way()->version >= TEAM ? teams() : lesson.group);
}

static bool fits_dispatch(void)
{
    GLint most = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &most);
    if (particle_groups() <= (GLuint)most) return true;
    wb_error("%d particles need %u work groups; this driver dispatches at most %d\n"
             "what to do: larger groups, with --set group=1024%s",
             lesson.p.count, particle_groups(), most,
             way()->version >= TEAM ? ", or smaller teams, with --set lanes=1" : "");
    return false;
}

/* ---- Lists of neighbours ---- */

// The ball touches 2 * division + 1 layers of cells along an axis at the most, so many times as
// many rows, which the lanes share. One entry more ends the list.
static int list_entries(void)
{
    int layers = 2 * lesson.division + 1;
    return (layers * layers + lanes() - 1) / lanes() + 1;
}

static bool create_list(void)
{
    if (way()->version != LIST) return true;
    size_t places = (size_t)list_entries() * (size_t)lanes() * (size_t)lesson.p.count;
    wb_buffer_desc desc = {.type = WB_U32, .shape = {places}};
    desc.name = "notes";
    bool good = wb_buffer_create(&lesson.notes, &desc);
    desc.name = "lasts";
    good = good && wb_buffer_create(&lesson.lasts, &desc);
    if (!good) wb_note("the version team keeps no lists, and has room for more: --variant team");
    return good;
}

static void delete_list(void)
{
    wb_buffer_delete(&lesson.notes);
    wb_buffer_delete(&lesson.lasts);
}

/* ---- Programs ---- */

static bool create_programs(void)
{
    const wb_define *constants =
        WB_DEFINES({"ALL_PAIRS", ALL_PAIRS}, {"INDEX", INDEX}, {"SORTED", SORTED}, {"ROWS", ROWS},
                   {"FINE", FINE}, {"TEAM", TEAM}, {"LIST", LIST}, {"VERSION", way()->version},
                   {"GROUP", lesson.group}, {"LANES", lanes()}, {"LIST_ENTRIES", list_entries()},
                   {"TEAMS", teams()}, {"GRID_HASHED", 0}, {"POSITIONS", POSITIONS},
                   {"VELOCITIES", VELOCITIES}, {"DENSITIES", DENSITIES},
                   {"ACCELERATIONS", ACCELERATIONS}, {"BODIES", BODIES}, {"MOTIONS", MOTIONS},
                   {"NOTES", NOTES}, {"LASTS", LASTS}, {"STARTS", STARTS}, {"IDS", IDS},
                   {"NEXT_POSITIONS", NEXT_POSITIONS}, {"NEXT_VELOCITIES", NEXT_VELOCITIES},
                   {"STATE_POSITIONS", STATE_POSITIONS}, {"STATE_VELOCITIES", STATE_VELOCITIES},
                   {"HISTORY", HISTORY}, {"PARTS", HISTORY_PARTS}, {"MEASURE_GROUP", MEASURE_GROUP},
                   {"OBSTACLE_BOX", OBSTACLE_BOX}, {"OBSTACLE_SPHERE", OBSTACLE_SPHERE},
                   {way()->two_kernels ? "TWO_KERNELS" : "ONE_KERNEL", 1});
    const char *density = way()->density;
    if (density != NULL) lesson.density = wb_program_compute(density, constants);
    const char *force = way()->force != NULL ? way()->force : wb_current_variant()->kernel;
    lesson.force = wb_program_compute(force, constants);
    if (integrates()) lesson.integrate = wb_program_compute("09_sph/integrate.comp", constants);
    lesson.measure = wb_program_compute("09_sph/measure.comp", constants);
    return (lesson.density != 0 || density == NULL) && lesson.force != 0 &&
           (lesson.integrate != 0 || !integrates()) && lesson.measure != 0;
}

static void delete_programs(void)
{
    glDeleteProgram(lesson.density);
    glDeleteProgram(lesson.force);
    glDeleteProgram(lesson.integrate);
    glDeleteProgram(lesson.measure);
    lesson.density = lesson.force = lesson.integrate = lesson.measure = 0;
}

/* ---- Start and end ---- */

bool rebuild(void)
{
    delete_programs();
    delete_list();
    wb_grid_delete(&lesson.grid);
    return create_grid() && fits_dispatch() && create_list() && create_programs();
}

bool init(void)
{
    glGenBuffers(1, &lesson.parameters);
    glBindBuffer(GL_UNIFORM_BUFFER, lesson.parameters);
    glBufferData(GL_UNIFORM_BUFFER, sizeof lesson.p, NULL, GL_DYNAMIC_DRAW);
    glObjectLabel(GL_BUFFER, lesson.parameters, -1, "physics");
    lesson.frame = 0;
    lesson.time_s = 0.0;
    lesson.ledger = (ledger){0};
    wb_array shape;
    if (!wb_load_shape("velocities", &shape, &lesson.has_start_velocities) &&
        lesson.has_start_velocities)
        return false;
    update_physics();
    return create_state() && create_scratch() && create_grid() && fits_dispatch() &&
           create_list() && create_programs() && picture_create();
}

void quit(void)
{
    wb_buffer *const buffers[] = {
        &lesson.positions, &lesson.velocities,    &lesson.next_positions, &lesson.next_velocities,
        &lesson.densities, &lesson.accelerations, &lesson.bodies,         &lesson.motions,
        &lesson.history,   &lesson.seen[0],       &lesson.seen[1]};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    delete_list();
    wb_grid_delete(&lesson.grid);
    delete_programs();
    glDeleteBuffers(1, &lesson.parameters);
    lesson.parameters = 0;
    picture_delete();
}
