// Lesson 08: indirect dispatch, shown on a particle fountain.
// The GPU knows how many particles are alive, and starts as many groups; the CPU never asks.
#include "lesson/lesson.h"
#include "compute/scan.h"
#include "commands.h"
#include "fountain.h"
#include "oracle.h"
#include "picture.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum { GROUP = 64 }; // particles a work group

// Storage block bindings
enum { POOL, LIVING, NEXT_LIVING, COMMANDS, NEXT_COMMANDS, FLAGS, PLACES };
// Uniform locations
enum { SLOTS, BIRTHS, FIRST, HEAD, KEY, LIVES, TAP, PHYSICS };
enum { NEXT_BIRTHS = TAP };
enum { JET_POSITION = 8, JET_VELOCITY = JET_POSITION + JETS }; // of arrays

enum {
    FIXED,
    APPEND,
    AGGREGATED,
    SCAN,
    ONE_DISPATCH,
    NOT_LISTED,
    NO_COMMAND_BARRIER,
    NO_Y_Z,
    OVER_LIMIT,
    VEC3_STRUCT,
    EXERCISE,
};

static const struct {
    const char *emit, *move, *label; // the label is for the picture
} kernels[] = {
    [FIXED] = {"08_indirect/emit_fixed.comp", "08_indirect/fixed.comp", "A fixed dispatch"},
    [APPEND] = {"08_indirect/emit.comp", "08_indirect/append.comp", "Atomic append"},
    [AGGREGATED] = {"08_indirect/emit.comp", "08_indirect/aggregated.comp", "Aggregated append"},
    [SCAN] = {"08_indirect/emit.comp", "08_indirect/flag.comp", "Compaction by scan"},
    [ONE_DISPATCH] = {NULL, "08_indirect/one_dispatch.comp", "One dispatch a frame"},
    [NOT_LISTED] = {"08_indirect/emit.comp", "08_indirect/not_listed.comp", "BROKEN: no list"},
    [NO_COMMAND_BARRIER] = {"08_indirect/emit.comp", "08_indirect/aggregated.comp",
                            "BROKEN: no command barrier"},
    [NO_Y_Z] = {"08_indirect/emit_no_y_z.comp", "08_indirect/aggregated.comp",
                "BROKEN: y and z are 0"},
    [OVER_LIMIT] = {"08_indirect/emit_over_limit.comp", "08_indirect/aggregated.comp",
                    "BROKEN: over the limit"},
    [VEC3_STRUCT] = {"08_indirect/emit_fixed.comp", "08_indirect/vec3_struct.comp",
                     "BROKEN: two vec3 side by side"},
    [EXERCISE] = {"08_indirect/exercise_pause.comp", "08_indirect/aggregated.comp",
                  "Exercise: the tap"},
};

static const wb_field particle_fields[] = {
    {"position", WB_F32, 3}, {"age", WB_F32, 1}, {"velocity", WB_F32, 3}, {"life", WB_F32, 1}, {0}};

/* ---- State ---- */

static struct {
    int slots, tap, filled, limit; // parameters
    float alive, life, spread, gravity;

    fountain_plan plan;
    int64_t frame;                     // the next to come
    wb_buffer pool;                    // particles; particle number n in slot n % slots
    wb_buffer living, next_living;     // slots, for this frame and the next
    wb_buffer commands, next_commands; // written in the last frame, and in this one
    wb_buffer flags, places;           // scan: who lives on, and at which place in the next list
    wb_scan scan;
    GLuint emit, move, compact;
} fountain = {.slots = 200000,
              .tap = 1,
              .limit = 1024,
              .alive = 60.0f,
              .life = 4.0f,
              .spread = 0.6f,
              .gravity = 9.81f};

// Whether the variant keeps a list of the living.
static bool is_listed(void)
{
    return wb_variant_index() != FIXED && wb_variant_index() != VEC3_STRUCT;
}

// How many are born in a frame. In the exercise it is the GPU that closes the tap.
static uint32_t births_in(int64_t frame)
{
    bool open = fountain.tap || wb_variant_index() == EXERCISE;
    return open ? fountain_births(&fountain.plan, frame) : 0;
}

/* ---- Start and end ---- */

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
static bool rebuild_programs(void)
{
    delete_programs();
    return create_programs();
}

static bool init(void)
{
    fountain.plan = fountain_make_plan((uint32_t)fountain.slots, (double)fountain.alive / 100.0,
                                       (double)fountain.life, (double)fountain.spread,
                                       (double)fountain.gravity, wb_seed());
    fountain.frame = fountain.filled ? (int64_t)fountain.plan.longest : 0;
    return create_buffers() && create_programs();
}

static void quit(void)
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

/* ---- The dispatches ---- */

static void dispatch_for(uint32_t count)
{
    uint32_t groups[3];
    commands_split(count, GROUP, (uint32_t)fountain.limit, groups);
    glDispatchCompute(groups[0], groups[1], groups[2]);
}

static void set_birth_uniforms(void)
{
    const fountain_plan *plan = &fountain.plan;
    uint64_t first = fountain_born_before(plan, fountain.frame);
    fountain_jets jets = fountain_aim(fountain.frame);
    glUniform1ui(SLOTS, plan->slots);
    glUniform1ui(FIRST, (GLuint)first);
    glUniform1ui(HEAD, (GLuint)(first % plan->slots));
    glUniform1ui(KEY, plan->key);
    glUniform2ui(LIVES, plan->shortest, plan->longest);
    glUniform4fv(JET_POSITION, JETS, &jets.position[0][0]);
    glUniform4fv(JET_VELOCITY, JETS, &jets.velocity[0][0]);
}

// Births, and the commands for move(). One group at least: the commands are wanted in any case.
static void dispatch_emit(void)
{
    uint32_t count = births_in(fountain.frame);
    glUseProgram(fountain.emit);
    set_birth_uniforms();
    glUniform1ui(BIRTHS, count);
    if (wb_variant_index() == EXERCISE) glUniform1ui(TAP, (GLuint)fountain.tap);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, fountain.pool.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIVING, fountain.living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COMMANDS, fountain.commands.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_COMMANDS, fountain.next_commands.id);
    dispatch_for(count > 0 ? count : 1);
}

// One step of everyone in the list, with as many groups as the GPU has written down.
static void dispatch_move(void)
{
    glUseProgram(fountain.move);
    glUniform4fv(PHYSICS, 1, fountain.plan.physics);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_LIVING, fountain.next_living.id);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, fountain.next_commands.id);
    glDispatchComputeIndirect(offsetof(commands, groups));
}

// The survivors' way into the next list, by the same commands as the move before.
static void dispatch_compact(void)
{
    glUseProgram(fountain.compact);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIVING, fountain.living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_LIVING, fountain.next_living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_COMMANDS, fountain.next_commands.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FLAGS, fountain.flags.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLACES, fountain.places.id);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, fountain.next_commands.id);
    glDispatchComputeIndirect(offsetof(commands, groups));
}

static void begin_frame(void)
{
    fountain.plan.physics[0] = fountain.gravity / (float)STEPS_PER_SECOND;
}

// What was written in this frame is read in the next.
static void end_frame(void)
{
    if (is_listed()) {
        wb_buffer_swap(&fountain.living, &fountain.next_living);
        wb_buffer_swap(&fountain.commands, &fountain.next_commands);
    }
    fountain.frame++;
}

/* ---- The versions ---- */

static void step_fixed(void)
{
    begin_frame();
    uint32_t count = births_in(fountain.frame);
    if (count > 0) {
        wb_pass_begin("emit");
        glUseProgram(fountain.emit);
        set_birth_uniforms();
        glUniform1ui(BIRTHS, count);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, fountain.pool.id);
        dispatch_for(count);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next dispatch moves the newborn
        wb_pass_end();
    }
    wb_pass_begin("move");
    glUseProgram(fountain.move);
    glUniform1ui(SLOTS, fountain.plan.slots);
    glUniform4fv(PHYSICS, 1, fountain.plan.physics);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, fountain.pool.id);
    dispatch_for(fountain.plan.slots);
    // The next frame, and the picture, read `pool`.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    end_frame();
}

static void step_append(void)
{
    begin_frame();
    wb_pass_begin("emit");
    dispatch_emit();
    // The next dispatch reads particles, list and commands as storage blocks, and before it starts,
    // OpenGL reads its number of groups.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("move");
    dispatch_move();
    // The next frame, and the picture, read particles, list and count.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    end_frame();
}

static void step_scan(void)
{
    begin_frame();
    wb_pass_begin("emit");
    dispatch_emit();
    // As above: for what the next dispatch reads, and for what starts it.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("move");
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FLAGS, fountain.flags.id);
    dispatch_move();
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the scan reads the flags
    wb_pass_end();

    // The CPU does not know how many flags there are, but a bound: no more than were born within
    // the longest life. Flags beyond the list's end are old, and change no place before it.
    wb_scan_exclusive(&fountain.scan, fountain.flags.id, fountain.places.id,
                      fountain_most_listed(&fountain.plan, fountain.frame));

    wb_pass_begin("compact");
    dispatch_compact();
    // The next frame, and the picture, read list and count; the next scan overwrites `places`.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    end_frame();
}

static void step_one_dispatch(void)
{
    begin_frame();
    wb_pass_begin("frame");
    glUseProgram(fountain.move);
    set_birth_uniforms();
    glUniform1ui(NEXT_BIRTHS, births_in(fountain.frame + 1));
    glUniform4fv(PHYSICS, 1, fountain.plan.physics);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, fountain.pool.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIVING, fountain.living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_LIVING, fountain.next_living.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COMMANDS, fountain.commands.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_COMMANDS, fountain.next_commands.id);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, fountain.commands.id); // from the last frame
    glDispatchComputeIndirect(offsetof(commands, groups));
    // The next frame reads all of it, and is started by the commands; so is the picture.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();
    end_frame();
}

/* ---- The broken variants ---- */

static void step_no_command_barrier(void)
{
    begin_frame();
    wb_pass_begin("emit");
    dispatch_emit();
    // BROKEN: orders what the kernel of the next dispatch reads, but not what starts it.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("move");
    dispatch_move();
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for the next frame and the picture
    wb_pass_end();
    end_frame();
}

/* ---- The picture ---- */

static void draw_streaks(void)
{
    if (is_listed())
        glDrawArraysIndirect(GL_TRIANGLE_STRIP, (const void *)offsetof(commands, vertices));
    else
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, fountain.slots);
}

static void draw(const wb_view *view)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, fountain.pool.id);
    if (is_listed()) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIVING, fountain.living.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COMMANDS, fountain.commands.id);
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, fountain.commands.id);
        // glDrawArraysIndirect reads the count that `move` has made; version 5 has seen to that.
        if (wb_variant_index() != ONE_DISPATCH) glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
    }
    double particles = 0.5 * (double)fountain.plan.births;
    picture_begin(view);
    picture_streaks(view, true, particles);
    draw_streaks();
    picture_streaks(view, false, particles);
    draw_streaks();
    picture_end(view);
    picture_gauge(view, kernels[wb_variant_index()].label, fountain.plan.slots, GROUP);
    // The next frame overwrites the particles, and the slots in the list, that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

static void status(char *text, size_t size)
{
    snprintf(text, size, "%.2f s", (double)fountain.frame / STEPS_PER_SECOND);
}

/* ---- The check ---- */

static oracle_run this_run(int64_t steps)
{
    return (oracle_run){.plan = &fountain.plan,
                        .frame = fountain.frame,
                        .steps = steps,
                        .tap = fountain.tap,
                        .group = GROUP,
                        .limit = (uint32_t)fountain.limit,
                        .one_dispatch = wb_variant_index() == ONE_DISPATCH};
}

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    oracle_run run = this_run(steps);
    return oracle_expect(&run, buffer, expected);
}

static bool verify(void)
{
    oracle_run run = this_run(wb_frame());
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in oracle_verify()
    return oracle_verify(&run, &fountain.pool, is_listed() ? &fountain.commands : NULL,
                         is_listed() ? &fountain.living : NULL, wb_variant_index() == SCAN);
}

// What a frame has to read and write of each particle in use, and of each slot.
static wb_cost cost(void)
{
    double used = 0.5 * (double)fountain.plan.births, slots = fountain.plan.slots;
    double particles = (double)sizeof(particle) * used, list = sizeof(uint32_t) * used;
    wb_cost cost = {.read_bytes = particles + list,
                    .written_bytes = particles + list,
                    .items = used,
                    .item = "particle steps"};
    if (!is_listed()) { // age and life of the dead are read, too
        cost.read_bytes = particles + 2 * sizeof(float) * (slots - used);
        cost.written_bytes = particles;
    }
    if (wb_variant_index() == SCAN) { // flags and places, and the list once more
        cost.read_bytes += 3 * list;
        cost.written_bytes += 2 * list;
    }
    return cost;
}

/* ---- The description ---- */

static const wb_exercise pause = {
    .task =
        "Close the tap: nobody is born while `tap` is 0, and once the last particle has died, the "
        "dispatch has zero groups.",
    .kernel = "08_indirect/exercise_pause.comp",
    .solution = "08_indirect/solution_pause.comp",
    .hints =
        {"births_now() is asked for the births and for the commands alike. Count the groups for 0, "
         "64 and 65 particles by hand: they are 0, 1 and 2.",
         "ceil(n / GROUP) is (n + GROUP - 1) / GROUP. More than LIMIT groups lie in ceil(groups / "
         "LIMIT) rows of equal length; with no groups there is still one row, an empty one."},
};

static const wb_variant variants[] = {
    {.name = "fixed",
     .shows = "an invocation for every slot of the pool, which leaves at once if its slot is dead",
     .limit = "the dead have to be read to be found dead",
     .step = step_fixed},
    {.name = "append",
     .shows = "as many groups as the living need; survivors append themselves to the next list",
     .limit = "one atomic for each survivor, all on one address",
     .step = step_append},
    {.name = "aggregated",
     .shows = "as append, with one atomic for each work group",
     .limit = "two dispatches a frame, however few are alive; a list in no definite order",
     .step = step_append},
    {.name = "scan",
     .shows =
         "survivors flagged, counted by a scan, and moved up: the list stays in order of birth",
     .limit = "six dispatches a frame, of which three are the scan's",
     .step = step_scan},
    {.name = "one_dispatch",
     .shows = "births and moves in one dispatch, whose last work group writes the next commands",
     .limit = "what one dispatch takes to start and end; one group runs even if nobody is alive",
     .step = step_one_dispatch},
    {.name = "not_listed",
     .shows = "counts the living, but takes the first slots of the pool for them",
     .broken = "a fountain that dies down: dead slots are moved, and the living are dropped from "
               "the list",
     .step = step_append},
    {.name = "no_command_barrier",
     .shows =
         "no GL_COMMAND_BARRIER_BIT between the kernel that writes the command and the dispatch",
     .broken = "nothing, on most drivers: only the barrier checker sees it",
     .step = step_no_command_barrier},
    {.name = "no_y_z",
     .shows = "writes the number of groups in x and leaves y and z 0",
     .broken = "nothing in the air: x * y * z groups are none, so nobody moves and nobody lives on",
     .step = step_append},
    {.name = "over_limit",
     .shows = "cuts the groups off at the limit of one dimension, instead of going on in the next",
     .broken =
         "a fountain too thin: whoever is beyond the limit is dropped, and vanishes in mid-air",
     .step = step_append},
    {.name = "vec3_struct",
     .shows = "a struct with two vec3 side by side, which the CPU has packed more tightly",
     .broken =
         "particles at places where none can be: position and velocity are read from elsewhere",
     .step = step_fixed},
    {.name = "exercise",
     .shows = "your kernel: a tap that the GPU closes",
     .exercise = &pause,
     .step = step_append},
    {0},
};

static const wb_param params[] = {
    {.name = "particles",
     .i = &fountain.slots,
     .min = 1,
     .max = 10000000,
     .help = "slots of the pool",
     .restarts = true},
    {.name = "alive",
     .f = &fountain.alive,
     .min = 0,
     .max = 100,
     .unit = "%",
     .help = "share of the slots in use, once the fountain has filled",
     .restarts = true},
    {.name = "life",
     .f = &fountain.life,
     .min = 0.02,
     .max = 8,
     .unit = "s",
     .help = "the longest life of a particle",
     .restarts = true},
    {.name = "spread",
     .f = &fountain.spread,
     .min = 0,
     .max = 1,
     .help = "by which share a life may be shorter, as far as the pool allows",
     .restarts = true},
    {.name = "gravity",
     .f = &fountain.gravity,
     .min = 0,
     .max = 20,
     .unit = "m/s2",
     .help = "how fast particles fall"},
    {.name = "tap",
     .i = &fountain.tap,
     .min = 0,
     .max = 1,
     .help = "1: particles are born; 0: none"},
    {.name = "filled",
     .i = &fountain.filled,
     .min = 0,
     .max = 1,
     .help = "0: starts with an empty pool; 1: as after a long time",
     .restarts = true},
    {.name = "limit",
     .i = &fountain.limit,
     .min = 4,
     .max = 65535,
     .unit = "groups",
     .help = "most in one dimension; OpenGL promises 65535",
     .rebuild = rebuild_programs},
    {0},
};

static const char *const cases[] = {
    "particles=1009 alive=50 life=0.25",
    "particles=1 alive=100 life=0.05",
    "particles=63 alive=100 life=0.1 filled=1",
    "particles=64 alive=100 life=0.1 filled=1",
    "particles=65 alive=100 life=0.1 filled=1",
    "particles=5000 alive=100 life=0.2 filled=1 limit=7",
    "particles=5000 alive=75 life=0.25 filled=1 tap=0", // nobody is left in the end
    "particles=2000 alive=0",
    "particles=100003 alive=30 life=1 filled=1 limit=65535",
    NULL,
};

static const char *const bench_cases[] = {
    "particles=1000000 alive=1 filled=1",
    "particles=1000000 alive=10 filled=1",
    "particles=1000000 alive=100 filled=1",
    "particles=10000000 alive=1 filled=1",
    "particles=10000000 alive=2 filled=1",
    "particles=10000000 alive=5 filled=1",
    "particles=10000000 alive=10 filled=1",
    "particles=10000000 alive=20 filled=1",
    "particles=10000000 alive=50 filled=1",
    "particles=10000000 alive=100 filled=1",
    NULL,
};

static const wb_orbit orbit = {.target = {0.0f, 1.25f, 0.0f},
                               .distance = 12.6f,
                               .yaw = 20.0f,
                               .pitch = 9.0f,
                               .field_of_view = 36.0f};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "08_indirect",
            .title = "Indirect dispatch: the GPU decides",
            .variants = variants,
            .first_variant = AGGREGATED,
            .params = params,
            .frames = 256,
            .init = init,
            .draw = draw,
            .quit = quit,
            .state = &fountain,
            .state_bytes = sizeof fountain,
            .cases = cases,
            .check_frames = 20,
            .expect = expect,
            .verify = verify,
            .bench_cases = bench_cases,
            .cost = cost,
            .status = status,
            .orbit = &orbit,
        },
        argc, argv);
}
