// What a variant keeps: its buffers, its programs; and what follows from the parameters.
#include "state.h"
#include "picture.h"

#include "water/scene.h"

#include <math.h>
#include <stdlib.h>

static const float MOST_IN_FILE = 1e6f; // metres, m/s, s: squares of differences stay finite
enum { MANY = 200000 };                 // slots, which keep a GPU busy alone

lesson_state lesson = {.chosen = {WB_WATER_DEFAULTS}, // but for what main() changes
                       .view = VIEW_WATER,
                       .pool = 50000,
                       .rate = 120.0f,
                       .life_min = 2.0f,
                       .life_max = 4.0f,
                       .buoyancy = 1.0f,
                       .surface = 0.97f,
                       .trapped_low = 10.0f,
                       .trapped_high = 40.0f,
                       .energy_low = 2.0f,
                       .energy_high = 20.0f,
                       .crest_low = 8.0f,
                       .crest_high = 14.0f,
                       .spray_below = 0.2f,
                       .bubble_above = 0.7f};

const foam_traits *traits(void)
{
    return wb_current_variant()->data;
}

// With few of them a GPU has invocations to spare, as it has for the water.
int foam_lanes(void)
{
    return lesson.pool < MANY ? 4 : 1;
}

int foam_teams(void)
{
    return GROUP / foam_lanes();
}

/* ---- Numbers ---- */

// As many equal steps as a frame needs, or as many as a person says. If they are too many, the
// frame is shorter, for the foam as well.
static void choose_steps(void)
{
    wb_water_numbers *w = &lesson.w;
    w->time_step = wb_water_chosen_step(w, &lesson.chosen);
    lesson.steps = wb_water_chosen_steps(w, &lesson.chosen);
}

// A live change may put two limits the wrong way round: then both are the lower one's, and a
// quantity counts in full as soon as it counts at all.
static float above(float low, float high)
{
    return high > low ? high : low * 1.000001f + 1e-6f;
}

static void update_foam(void)
{
    double frame_s = lesson.steps * (double)lesson.w.time_step;
    double keep = exp(-frame_s / FOAM_TAU_S);
    lesson.f = (foam_numbers){.trapped_low = lesson.trapped_low,
                              .trapped_high = above(lesson.trapped_low, lesson.trapped_high),
                              .energy_low = lesson.energy_low,
                              .energy_high = above(lesson.energy_low, lesson.energy_high),
                              .crest_low = lesson.crest_low,
                              .crest_high = above(lesson.crest_low, lesson.crest_high),
                              .surface = lesson.surface,
                              .spray_below = lesson.spray_below,
                              .bubble_above = fmaxf(lesson.spray_below, lesson.bubble_above),
                              .rate = lesson.rate,
                              .frame_s = (float)frame_s,
                              .life_min = lesson.life_min,
                              .life_max = fmaxf(lesson.life_min, lesson.life_max),
                              .rise = lesson.buoyancy,
                              .keep = (float)keep,
                              .drift_s = (float)(FOAM_TAU_S * (1.0 - keep)),
                              .pool = (uint32_t)lesson.pool,
                              .key = wb_random_hash((uint32_t)wb_seed() ^ 13u),
                              .frame = (uint32_t)lesson.frame,
                              .confinement = lesson.confinement};
}

void update_numbers(void)
{
    wb_water_choose(&lesson.w, &lesson.chosen);
    wb_water_look(&lesson.known, &lesson.w, lesson.frame, &lesson.velocities);
    choose_steps();
    update_foam();
    wb_water_block_set(lesson.water_block, &lesson.w);
    glBindBuffer(GL_UNIFORM_BUFFER, lesson.foam_block);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof lesson.f, &lesson.f);
}

// A frame reads and writes the foam once, and the water once in each of its steps.
wb_cost cost(void)
{
    double foam = lesson.pool, water = (double)lesson.w.count * lesson.steps;
    return (wb_cost){.read_bytes = 32.0 * (foam + water),
                     .written_bytes = 32.0 * (foam + water),
                     .items = foam,
                     .item = "slots"};
}

/* ---- What cannot be ---- */

static bool refuse(const char *low, const char *high, float a, float b)
{
    if (a <= b) return true;
    wb_error("%s is %g, and %s is %g\nwhat to do: --set %s= a value that is not larger, or --set "
             "%s= one that is not smaller",
             low, (double)a, high, (double)b, low, high);
    wb_wrong_usage();
    return false;
}

static bool makes_sense(void)
{
    return refuse("life_min", "life_max", lesson.life_min, lesson.life_max) &&
           refuse("trapped_low", "trapped_high", lesson.trapped_low, lesson.trapped_high) &&
           refuse("energy_low", "energy_high", lesson.energy_low, lesson.energy_high) &&
           refuse("crest_low", "crest_high", lesson.crest_low, lesson.crest_high) &&
           refuse("spray_below", "bubble_above", lesson.spray_below, lesson.bubble_above);
}

/* ---- Buffers ---- */

static bool create_buffer(wb_buffer *buffer, const char *name, wb_type type, size_t count,
                          size_t width, const void *data, bool state)
{
    return wb_buffer_create(buffer,
                            &(wb_buffer_desc){.name = name,
                                              .type = type,
                                              .shape = {count, width},
                                              .data = data,
                                              .state = state,
                                              .most = type == WB_F32 ? MOST_IN_FILE : 0.0f});
}

// In a direction of its own, for water that is wild from the first frame on.
static void stir(size_t count, float (*velocities)[4])
{
    wb_random random = wb_random_seed(wb_seed() + 1);
    for (size_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            velocities[i][axis] = lesson.stir * (2.0f * wb_random_float(&random) - 1.0f);
}

static bool create_water(void)
{
    size_t count = (size_t)lesson.w.count;
    float(*x)[4] = calloc(count, sizeof *x), (*v)[4] = calloc(count, sizeof *v);
    bool good = x != NULL && v != NULL;
    if (!good) wb_error("there is no memory for %zu particles", count);
    good = good && wb_water_scene_fill(lesson.chosen.scene, &lesson.w, wb_seed(), x);
    if (good && lesson.chosen.mixed) wb_water_scene_mix(lesson.w.count, wb_seed(), x);
    if (good && lesson.stir > 0.0f) stir(count, v);
    good = good && create_buffer(&lesson.positions, "positions", WB_F32, count, 4, x, true) &&
           create_buffer(&lesson.velocities, "velocities", WB_F32, count, 4, v, true);
    free(x);
    free(v);
    return good;
}

// The first `foam` slots of the pool have a particle from the start on, anywhere in the box. The
// empty ones have places as well: all in one cell, they would be a crowd to a grid.
static void spread(size_t foam, size_t count, float (*x)[4])
{
    wb_random random = wb_random_seed(wb_seed() + 2);
    for (size_t i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++)
            x[i][axis] = lesson.w.gap +
                         wb_random_float(&random) * (lesson.w.box[axis] - 2.0f * lesson.w.gap);
        if (i < foam)
            x[i][3] =
                lesson.life_min + wb_random_float(&random) * (lesson.life_max - lesson.life_min);
    }
}

static bool create_pool(void)
{
    size_t pool = (size_t)lesson.pool;
    size_t foam = lesson.foam < lesson.pool ? (size_t)lesson.foam : pool;
    float(*x)[4] = calloc(pool, sizeof *x), (*v)[4] = calloc(pool, sizeof *v);
    bool good = x != NULL && v != NULL;
    if (!good) wb_error("there is no memory for %zu slots", pool);
    if (good) spread(foam, pool, x);
    foam_head first = {.slot = FOAM_FIRST_NUMBER % (uint32_t)pool, .number = FOAM_FIRST_NUMBER};
    if (traits()->is_project) first = (foam_head){0}; // the learner's words
    const foam_head heads[2] = {first, first};
    good = good &&
           create_buffer(&lesson.foam_positions, "foam_positions", WB_F32, pool, 4, x, true) &&
           create_buffer(&lesson.foam_velocities, "foam_velocities", WB_F32, pool, 4, v, true) &&
           create_buffer(&lesson.heads, "heads", WB_U32, 2, 4, heads, true);
    free(x);
    free(v);
    return good;
}

static bool create_history(void)
{
    uint32_t(*none)[4] = calloc(HISTORY_FRAMES, sizeof *none);
    bool good = none != NULL && create_buffer(&lesson.history, "foam_history", WB_U32,
                                              HISTORY_FRAMES, 4, none, false);
    free(none);
    return good;
}

static bool create_scratch(void)
{
    size_t count = (size_t)lesson.w.count, pool = (size_t)lesson.pool;
    bool good = create_buffer(&lesson.births, "births", WB_U32, count, 0, NULL, false) &&
                create_buffer(&lesson.places, "births_before", WB_U32, count, 0, NULL, false) &&
                create_buffer(&lesson.curls, "curls", WB_F32, count, 4, NULL, false) &&
                wb_scan_create(&lesson.scan, (uint32_t)count, WB_SCAN_SINGLE_PASS);
    if (traits()->is_listed)
        good = good && create_buffer(&lesson.flags, "flags", WB_U32, pool, 0, NULL, false) &&
               create_buffer(&lesson.ranks, "ranks", WB_U32, pool, 0, NULL, false) &&
               create_buffer(&lesson.list, "living", WB_U32, pool + 1, 0, NULL, false) &&
               create_buffer(&lesson.commands, "commands", WB_U32, 4, 0, NULL, false) &&
               wb_scan_create(&lesson.pool_scan, (uint32_t)pool, WB_SCAN_SINGLE_PASS);
    if (traits()->is_sorted) {
        wb_grid_desc desc = {.cell_size = lesson.w.reach, .most = (uint32_t)pool};
        for (int axis = 0; axis < 3; axis++) desc.high[axis] = lesson.w.box[axis];
        good = good && wb_grid_create(&lesson.grid, &desc);
    }
    if (traits()->has_crests)
        good = good && create_buffer(&lesson.normals, "normals", WB_F32, count, 4, NULL, false) &&
               create_buffer(&lesson.crests, "crests", WB_F32, count, 0, NULL, false);
    return good;
}

/* ---- Programs ---- */

static bool create_programs(void)
{
    const foam_traits *own = traits();
    const wb_water *water = &lesson.water;
    int lanes = water->desc.lanes, team = wb_water_teams(water->desc.group, lanes);
    int entries = (int)(water->notes.shape[0] / ((size_t)lanes * (size_t)water->count));
    const char *broken = own->broken != NULL ? own->broken : "RIGHT";
    const wb_define *by_particle = WB_DEFINES({"GRID_HASHED", 0}, {"TEAMS", team}, {"LANES", lanes},
                                              {"LIST_ENTRIES", entries}, {broken, 1});
    // A check does not leave the 0 there that the task has to write.
    int first_births = own->emit != NULL && lesson.heads.guard_at > 0 ? -1 : 0;
    const wb_define *by_slot =
        WB_DEFINES({"GRID_HASHED", 0}, {"TEAMS", foam_teams()}, {"LANES", foam_lanes()},
                   {"FIRST_BIRTHS", first_births}, {broken, 1});
    const struct {
        GLuint *program;
        const char *kernel;
        const wb_define *constants;
        bool wanted;
    } programs[] = {
        {&lesson.potential, own->potential, by_particle, !own->is_project},
        {&lesson.normal, "13_foam/normals.comp", by_particle, own->has_crests},
        {&lesson.curl, "13_foam/curl.comp", by_particle, true},
        {&lesson.confine, own->confine != NULL ? own->confine : "13_foam/confine.comp", by_particle,
         true},
        {&lesson.emit, own->emit != NULL ? own->emit : "13_foam/emit.comp", by_slot,
         !own->is_atomic},
        {&lesson.move, own->move != NULL ? own->move : "13_foam/move.comp", by_slot, true},
        {&lesson.flag, "13_foam/flag.comp", by_slot, own->is_listed},
        {&lesson.make_list, "13_foam/list.comp", by_slot, own->is_listed},
        {&lesson.hand, "water/hand.comp", NULL, true},
    };
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        if (!programs[i].wanted) continue;
        *programs[i].program = wb_program_compute(programs[i].kernel, programs[i].constants);
        if (*programs[i].program == 0) return false;
    }
    return true;
}

/* ---- Start and end ---- */

bool init(void)
{
    lesson.frame = 0;
    lesson.time_s = 0.0;
    if (!makes_sense()) return false;
    lesson.water_block = wb_water_block_create();
    glGenBuffers(1, &lesson.foam_block);
    glBindBuffer(GL_UNIFORM_BUFFER, lesson.foam_block);
    glBufferData(GL_UNIFORM_BUFFER, sizeof lesson.f, NULL, GL_DYNAMIC_DRAW);
    glObjectLabel(GL_BUFFER, lesson.foam_block, -1, "foam");
    update_numbers();
    wb_water_desc desc = {.numbers = &lesson.w,
                          .block = lesson.water_block,
                          .group = lesson.chosen.group,
                          .division = lesson.chosen.division,
                          .lanes = lesson.chosen.lanes};
    return create_water() && create_pool() && create_history() &&
           wb_water_history_create(&lesson.known, lesson.w.count) &&
           wb_water_create(&lesson.water, &desc) && create_scratch() && create_programs() &&
           picture_create();
}

void quit(void)
{
    wb_buffer *const buffers[] = {
        &lesson.positions, &lesson.velocities, &lesson.foam_positions, &lesson.foam_velocities,
        &lesson.heads,     &lesson.births,     &lesson.places,         &lesson.flags,
        &lesson.ranks,     &lesson.list,       &lesson.commands,       &lesson.normals,
        &lesson.crests,    &lesson.curls,      &lesson.history};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    GLuint *const programs[] = {&lesson.potential, &lesson.emit,      &lesson.move,
                                &lesson.flag,      &lesson.make_list, &lesson.normal,
                                &lesson.curl,      &lesson.confine,   &lesson.hand};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
    wb_scan_delete(&lesson.scan);
    wb_scan_delete(&lesson.pool_scan);
    wb_grid_delete(&lesson.grid);
    wb_water_delete(&lesson.water);
    wb_water_history_delete(&lesson.known);
    glDeleteBuffers(1, &lesson.water_block);
    glDeleteBuffers(1, &lesson.foam_block);
    lesson.water_block = lesson.foam_block = 0;
    picture_delete();
}
