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

static bool create_commands(wb_buffer *buffer, const char *name, const commands *data)
{
    return wb_buffer_create(
        buffer,
        &(wb_buffer_desc){.name = name, .shape = {1, 12}, .fields = commands_fields, .data = data});
}

// The lists and commands that the first frame finds.
static bool create_lists(const particle *start)
{
    commands first = {.vertices = 4}, next = {.vertices = 4};
    size_t bytes = (size_t)fountain.slots * sizeof(uint32_t);
    uint32_t *list = malloc(bytes);
    if (list == NULL) {
        wb_error("out of memory");
        return false;
    }
    memset(list, 0xCD, bytes);
    first.living = fountain_list(&fountain.plan, fountain.frame, start, list);
    if (wb_variant_index() == ONE_DISPATCH)
        commands_announce(&first, births_in(fountain.frame), GROUP, (uint32_t)fountain.limit);
    bool good = create_uints(&fountain.living, "living", list) &&
                create_uints(&fountain.next_living, "next_living", NULL) &&
                create_commands(&fountain.commands, "commands", &first) &&
                create_commands(&fountain.next_commands, "next_commands", &next);
    free(list);
    return good;
}

static bool create_scan(void)
{
    return create_uints(&fountain.flags, "flags", NULL) &&
           create_uints(&fountain.places, "places", NULL) &&
           wb_scan_create(&fountain.scan, (uint32_t)fountain.slots, WB_SCAN_THREE_DISPATCHES);
}

static bool create_buffers(void)
{
    size_t slots = (size_t)fountain.slots;
    particle *start = calloc(slots, sizeof *start); // a slot of zeros is a dead one
    if (start == NULL) {
        wb_error("there is no memory for a pool of %d slots", fountain.slots);
        return false;
    }
    fountain_fill(&fountain.plan, fountain.frame, start);
    bool good = wb_buffer_create(&fountain.pool, &(wb_buffer_desc){.name = "pool",
                                                                   .type = WB_F32,
                                                                   .shape = {slots, 8},
                                                                   .fields = particle_fields,
                                                                   .data = start,
                                                                   .state = true}) &&
                (!is_listed() || create_lists(start)) &&
                (wb_variant_index() != SCAN || create_scan());
    free(start);
    return good;
}

/* ---- Programs ---- */

static bool create_programs(void)
{
    const wb_define *constants =
        WB_DEFINES({"GROUP", GROUP}, {"LIMIT", fountain.limit}, {"JETS", JETS},
                   {"STEPS_PER_SECOND", STEPS_PER_SECOND}, {"LISTED", is_listed()});
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
    wb_buffer_delete(&fountain.living);
    wb_buffer_delete(&fountain.next_living);
    wb_buffer_delete(&fountain.commands);
    wb_buffer_delete(&fountain.next_commands);
    wb_buffer_delete(&fountain.flags);
    wb_buffer_delete(&fountain.places);
    wb_scan_delete(&fountain.scan);
    delete_programs();
}
