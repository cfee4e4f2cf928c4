// What a variant keeps: its buffers, as the first frame finds them, and its programs.
#include "state.h"
#include "picture.h"

#include <stdlib.h>
#include <string.h>

lesson_state lesson = {.slots = 200000,
                       .tap = 1,
                       .limit = 1024,
                       .most = 20000,
                       .group = 64,
                       .alive = 60.0f,
                       .life = 4.0f,
                       .spread = 0.6f,
                       .gravity = 9.81f};

/* ---- What follows from variant and parameters ---- */

const fountain_traits *traits(void)
{
    return wb_current_variant()->data;
}

bool is_counted(void)
{
    return traits()->listed || traits()->dense;
}

uint32_t particles_a_group(void)
{
    return (uint32_t)(lesson.group * (traits()->each > 0 ? traits()->each : 1));
}

uint32_t births_in(int64_t frame)
{
    return lesson.tap ? fountain_births(&lesson.plan, frame) : 0;
}

wb_cost cost(void)
{
    double used = 0.5 * (double)lesson.plan.births, slots = lesson.plan.slots;
    double particles = (double)sizeof(particle) * used, list = sizeof(uint32_t) * used;
    wb_cost cost = {.read_bytes = particles + list,
                    .written_bytes = particles + list,
                    .items = used,
                    .item = "particle steps"};
    if (traits()->dense) cost.read_bytes = cost.written_bytes = particles;
    if (!is_counted()) { // age and life of the dead are read, too
        cost.read_bytes = particles + 2 * sizeof(float) * (slots - used);
        cost.written_bytes = particles;
    }
    if (traits()->scanned) { // flags and places, and the list once more
        cost.read_bytes += 3 * list;
        cost.written_bytes += 2 * list;
    }
    return cost;
}

/* ---- Buffers ---- */

static const wb_field particle_fields[] = {
    {"position", WB_F32, 3}, {"age", WB_F32, 1}, {"velocity", WB_F32, 3}, {"life", WB_F32, 1}, {0}};

static bool create_uints(wb_buffer *buffer, const char *name, const uint32_t *data)
{
    return wb_buffer_create(
        buffer, &(wb_buffer_desc){.name = name, .shape = {(size_t)lesson.slots}, .data = data});
}

static bool create_particles(wb_buffer *buffer, const char *name, const particle *data)
{
    return wb_buffer_create(
        buffer, &(wb_buffer_desc){.name = name,
                                  .type = WB_F32,
                                  .shape = {(size_t)lesson.slots, 8},
                                  .fields = particle_fields,
                                  .data = data,
                                  .state = buffer == &lesson.pool}); // the others have no order
}

static bool create_command(wb_buffer *buffer, const char *name, const commands *data)
{
    // Where there is no pool, they are the state.
    return wb_buffer_create(
        buffer, &(wb_buffer_desc){.name = name,
                                  .shape = {1, 12},
                                  .fields = commands_fields,
                                  .internal = true,
                                  .data = data,
                                  .state = traits()->dense && buffer == &lesson.commands});
}

// The commands that the first frame finds, with `living` alive, and those that it writes.
static bool create_commands(uint32_t living)
{
    commands first = {.vertices = 4, .living = living}, next = {.vertices = 4};
    if (traits()->one_dispatch)
        commands_announce(&first, living + births_in(lesson.frame), (uint32_t)lesson.group,
                          (uint32_t)lesson.limit);
    return create_command(&lesson.commands, "commands", &first) &&
           create_command(&lesson.next_commands, "next_commands", &next) &&
           (!traits()->dense || create_command(&lesson.later_commands, "later_commands", &next));
}

// The living one after the other, in the order of `list`.
static bool create_dense(const particle *start, const uint32_t *list, uint32_t living)
{
    size_t bytes = (size_t)lesson.slots * sizeof(particle);
    particle *dense = malloc(bytes);
    if (dense == NULL) {
        wb_error("there is no memory for a second pool of %d slots", lesson.slots);
        return false;
    }
    memset(dense, 0xCD, bytes);
    for (uint32_t i = 0; i < living; i++) dense[i] = start[list[i]];
    bool good = create_particles(&lesson.particles, "particles", dense) &&
                create_particles(&lesson.next_particles, "next_particles", NULL);
    free(dense);
    return good;
}

static bool create_scan(void)
{
    return create_uints(&lesson.flags, "flags", NULL) &&
           create_uints(&lesson.places, "places", NULL) &&
           wb_scan_create(&lesson.scan, (uint32_t)lesson.slots, WB_SCAN_THREE_DISPATCHES);
}

// `list`: the slots of the living, in the order of birth.
static bool create_for_variant(const particle *start, const uint32_t *list, uint32_t living)
{
    bool good = traits()->dense ? create_dense(start, list, living)
                                : create_particles(&lesson.pool, "pool", start);
    if (traits()->listed)
        good = good && create_uints(&lesson.living, "living", list) &&
               create_uints(&lesson.next_living, "next_living", NULL);
    if (is_counted()) good = good && create_commands(living);
    return good && (!traits()->scanned || create_scan());
}

static bool create_buffers(void)
{
    size_t slots = (size_t)lesson.slots;
    particle *start = calloc(slots, sizeof *start); // a slot of zeros is a dead one
    uint32_t *list = malloc(slots * sizeof *list);
    bool good = start != NULL && list != NULL;
    if (good) {
        memset(list, 0xCD, slots * sizeof *list);
        fountain_fill(&lesson.plan, lesson.frame, start);
        uint32_t living = fountain_list(&lesson.plan, lesson.frame, start, list);
        good = create_for_variant(start, list, living);
    } else {
        wb_error("there is no memory for a pool of %d slots", lesson.slots);
    }
    free(start);
    free(list);
    return good;
}

/* ---- Programs ---- */

static bool create_programs(void)
{
    const wb_define *constants =
        WB_DEFINES({"GROUP", lesson.group}, {"LIMIT", lesson.limit}, {"LISTED", traits()->listed},
                   {"COUNTED", is_counted()}, {"CELL", (int)particles_a_group()});
    const char *kernel = wb_current_variant()->kernel;
    const char *emit = traits()->emit != NULL ? traits()->emit : kernel;
    const char *move = traits()->move != NULL ? traits()->move : kernel;
    if (!traits()->one_dispatch) lesson.emit = wb_program_compute(emit, constants);
    lesson.move = wb_program_compute(move, constants);
    lesson.hand = wb_program_compute("08_indirect/hand.comp", constants);
    if (traits()->scanned)
        lesson.compact = wb_program_compute("08_indirect/compact.comp", constants);
    if (traits()->surveyed) lesson.survey = wb_program_compute(kernel, constants);
    return (lesson.emit != 0 || traits()->one_dispatch) && lesson.move != 0 && lesson.hand != 0 &&
           (lesson.compact != 0 || !traits()->scanned) &&
           (lesson.survey != 0 || !traits()->surveyed) && picture_create(constants);
}

static void delete_programs(void)
{
    glDeleteProgram(lesson.emit);
    glDeleteProgram(lesson.move);
    glDeleteProgram(lesson.compact);
    glDeleteProgram(lesson.survey);
    glDeleteProgram(lesson.hand);
    lesson.emit = lesson.move = lesson.compact = lesson.survey = lesson.hand = 0;
    picture_delete();
}

bool rebuild_programs(void)
{
    delete_programs();
    return create_programs();
}

/* ---- Start and end ---- */

bool init(void)
{
    lesson.plan = fountain_make_plan((uint32_t)lesson.slots, (double)lesson.alive / 100.0,
                                     (double)lesson.life, (double)lesson.spread,
                                     (double)lesson.gravity, wb_seed());
    lesson.frame = lesson.filled ? (int64_t)lesson.plan.longest : 0;
    return create_buffers() && create_programs();
}

void quit(void)
{
    wb_buffer_delete(&lesson.pool);
    wb_buffer_delete(&lesson.particles);
    wb_buffer_delete(&lesson.next_particles);
    wb_buffer_delete(&lesson.later_commands);
    wb_buffer_delete(&lesson.living);
    wb_buffer_delete(&lesson.next_living);
    wb_buffer_delete(&lesson.commands);
    wb_buffer_delete(&lesson.next_commands);
    wb_buffer_delete(&lesson.flags);
    wb_buffer_delete(&lesson.places);
    wb_scan_delete(&lesson.scan);
    delete_programs();
}
