// What a variant keeps: its buffers, as the first frame finds them, and its programs.
#include "indirect.h"
#include "picture.h"

#include <stdlib.h>
#include <string.h>

/* ---- Buffers ---- */

static const wb_field particle_fields[] = {
    {"position", WB_F32, 3}, {"age", WB_F32, 1}, {"velocity", WB_F32, 3}, {"life", WB_F32, 1}, {0}};

static bool create_uints(wb_buffer *buffer, const char *name, const uint32_t *data)
{
    return wb_buffer_create(
        buffer, &(wb_buffer_desc){.name = name, .shape = {(size_t)fountain.slots}, .data = data});
}

static bool create_particles(wb_buffer *buffer, const char *name, const particle *data)
{
    return wb_buffer_create(
        buffer, &(wb_buffer_desc){.name = name,
                                  .type = WB_F32,
                                  .shape = {(size_t)fountain.slots, 8},
                                  .fields = particle_fields,
                                  .data = data,
                                  .state = buffer == &fountain.pool}); // the others have no order
}

static bool create_command(wb_buffer *buffer, const char *name, const commands *data)
{
    bool dense = wb_variant_index() == DENSE; // of which this is the state, for want of a pool
    return wb_buffer_create(buffer,
                            &(wb_buffer_desc){.name = name,
                                              .shape = {1, 12},
                                              .fields = commands_fields,
                                              .data = data,
                                              .state = dense && buffer == &fountain.commands});
}

// The commands that the first frame finds, with so many alive, and those that it writes.
static bool create_commands(uint32_t living)
{
    commands first = {.vertices = 4, .living = living}, next = {.vertices = 4};
    bool dense = wb_variant_index() == DENSE;
    if (wb_variant_index() == ONE_DISPATCH || dense)
        commands_announce(&first, living + births_in(fountain.frame), (uint32_t)fountain.group,
                          (uint32_t)fountain.limit);
    return create_command(&fountain.commands, "commands", &first) &&
           create_command(&fountain.next_commands, "next_commands", &next) &&
           (!dense || create_command(&fountain.later_commands, "later_commands", &next));
}

// The living one after the other, in the order of `list`.
static bool create_dense(const particle *start, const uint32_t *list, uint32_t living)
{
    size_t bytes = (size_t)fountain.slots * sizeof(particle);
    particle *dense = malloc(bytes);
    if (dense == NULL) {
        wb_error("there is no memory for a second pool of %d slots", fountain.slots);
        return false;
    }
    memset(dense, 0xCD, bytes);
    for (uint32_t i = 0; i < living; i++) dense[i] = start[list[i]];
    bool good = create_particles(&fountain.particles, "particles", dense) &&
                create_particles(&fountain.next_particles, "next_particles", NULL);
    free(dense);
    return good;
}

static bool create_scan(void)
{
    return create_uints(&fountain.flags, "flags", NULL) &&
           create_uints(&fountain.places, "places", NULL) &&
           wb_scan_create(&fountain.scan, (uint32_t)fountain.slots, WB_SCAN_THREE_DISPATCHES);
}

// `list`: the slots of the living, in the order of birth.
static bool create_for_variant(const particle *start, const uint32_t *list, uint32_t living)
{
    bool good = wb_variant_index() == DENSE ? create_dense(start, list, living)
                                            : create_particles(&fountain.pool, "pool", start);
    if (is_listed())
        good = good && create_uints(&fountain.living, "living", list) &&
               create_uints(&fountain.next_living, "next_living", NULL);
    if (is_counted()) good = good && create_commands(living);
    return good && (wb_variant_index() != SCAN || create_scan());
}

static bool create_buffers(void)
{
    size_t slots = (size_t)fountain.slots;
    particle *start = calloc(slots, sizeof *start); // a slot of zeros is a dead one
    uint32_t *list = malloc(slots * sizeof *list);
    bool good = start != NULL && list != NULL;
    if (good) {
        memset(list, 0xCD, slots * sizeof *list);
        fountain_fill(&fountain.plan, fountain.frame, start);
        uint32_t living = fountain_list(&fountain.plan, fountain.frame, start, list);
        good = create_for_variant(start, list, living);
    } else {
        wb_error("there is no memory for a pool of %d slots", fountain.slots);
    }
    free(start);
    free(list);
    return good;
}

/* ---- Programs ---- */

static bool create_programs(void)
{
    const wb_define *constants = WB_DEFINES({"GROUP", fountain.group}, {"LIMIT", fountain.limit},
                                            {"JETS", JETS}, {"STEPS_PER_SECOND", STEPS_PER_SECOND},
                                            {"LISTED", is_listed()}, {"COUNTED", is_counted()});
    const char *emit = kernels[wb_variant_index()].emit;
    if (emit != NULL) fountain.emit = wb_program_compute(emit, constants);
    fountain.move = wb_program_compute(kernels[wb_variant_index()].move, constants);
    if (wb_variant_index() == SCAN)
        fountain.compact = wb_program_compute("08_indirect/compact.comp", constants);
    return (fountain.emit != 0 || emit == NULL) && fountain.move != 0 &&
           (fountain.compact != 0 || wb_variant_index() != SCAN) && picture_create(constants);
}

static void delete_programs(void)
{
    glDeleteProgram(fountain.emit);
    glDeleteProgram(fountain.move);
    glDeleteProgram(fountain.compact);
    fountain.emit = fountain.move = fountain.compact = 0;
    picture_delete();
}

// For another `limit`; the particles stay.
bool rebuild_programs(void)
{
    delete_programs();
    return create_programs();
}

/* ---- Start and end ---- */

bool init(void)
{
    fountain.plan = fountain_make_plan((uint32_t)fountain.slots, (double)fountain.alive / 100.0,
                                       (double)fountain.life, (double)fountain.spread,
                                       (double)fountain.gravity, wb_seed());
    fountain.frame = fountain.filled ? (int64_t)fountain.plan.longest : 0;
    return create_buffers() && create_programs();
}

void quit(void)
{
    wb_buffer_delete(&fountain.pool);
    wb_buffer_delete(&fountain.particles);
    wb_buffer_delete(&fountain.next_particles);
    wb_buffer_delete(&fountain.later_commands);
    wb_buffer_delete(&fountain.living);
    wb_buffer_delete(&fountain.next_living);
    wb_buffer_delete(&fountain.commands);
    wb_buffer_delete(&fountain.next_commands);
    wb_buffer_delete(&fountain.flags);
    wb_buffer_delete(&fountain.places);
    wb_scan_delete(&fountain.scan);
    delete_programs();
}
