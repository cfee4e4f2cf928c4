// Lesson 08: indirect dispatch, shown on a particle fountain.
// The GPU knows how many particles are alive, and starts as many groups; the CPU never asks.
#include "lesson/lesson.h"
#include "fountain.h"
#include "picture.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum { GROUP = 64 }; // particles a work group
enum {
    POOL,
    LIVING,
    NEXT_LIVING,
    COMMANDS,
    NEXT_COMMANDS,
    FLAGS,
    PLACES
};                                                             // storage block bindings
enum { SLOTS, BIRTHS, FIRST, HEAD, KEY, LIVES, TAP, PHYSICS }; // uniform locations
enum { JET_POSITION = 8, JET_VELOCITY = JET_POSITION + JETS }; // of arrays

enum { FIXED, APPEND, AGGREGATED, NO_COMMAND_BARRIER, NO_Y_Z, OVER_LIMIT, VEC3_STRUCT, EXERCISE };

static const struct {
    const char *emit, *move, *label; // the label is for the picture
} kernels[] = {
    [FIXED] = {"08_indirect/emit_fixed.comp", "08_indirect/fixed.comp", "A fixed dispatch"},
    [APPEND] = {"08_indirect/emit.comp", "08_indirect/append.comp",
                "Indirect dispatch, atomic append"},
    [AGGREGATED] = {"08_indirect/emit.comp", "08_indirect/aggregated.comp",
                    "Indirect dispatch, aggregated append"},
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

/* As Commands in shaders/08_indirect/commands.glsl lies in a storage buffer. */
typedef struct commands {
    uint32_t groups[3];                     // for glDispatchComputeIndirect
    uint32_t listed;                        // particles that those groups find in the list
    uint32_t vertices, living, first, base; // for glDrawArraysIndirect
} commands;

_Static_assert(sizeof(commands) == 32, "Commands in std430 is eight uints");
_Static_assert(offsetof(commands, vertices) == 16, "the draw command stands behind the other");

static const wb_field command_fields[] = {{"groups", WB_U32, 3},
                                          {"listed", WB_U32, 1},
                                          {"vertices", WB_U32, 1},
                                          {"living", WB_U32, 1},
                                          {"first", WB_U32, 1},
                                          {"base", WB_U32, 1},
                                          {0}};

/* ---- State ---- */

static struct {
    int slots, tap, filled, limit; // parameters
    float alive, life, spread, gravity;

    fountain_plan plan;
    int64_t frame;                     // the next to come
    wb_buffer pool;                    // particles; particle number n in slot n % slots
    wb_buffer living, next_living;     // slots, for this frame and the next
    wb_buffer commands, next_commands; // written in the last frame, and in this one
    GLuint emit, move;
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

// How many are born in this frame, if the tap is open.
static uint32_t planned_births(void)
{
    return (uint32_t)(fountain_born_before(&fountain.plan, fountain.frame + 1) -
                      fountain_born_before(&fountain.plan, fountain.frame));
}

// In the exercise it is the GPU that closes the tap.
static uint32_t births(void)
{
    return fountain.tap || wb_variant_index() == EXERCISE ? planned_births() : 0;
}

/* ---- Start and end ---- */

static bool create_lists(const particle *start)
{
    size_t slots = (size_t)fountain.slots;
    uint32_t *list = malloc(slots * sizeof *list);
    if (list == NULL) {
        wb_error("out of memory");
        return false;
    }
    commands first = {.vertices = 4};
    memset(list, 0xCD, slots * sizeof *list);
    first.living = fountain_list(&fountain.plan, fountain.frame, start, list);
    bool good = wb_buffer_create(
        &fountain.living, &(wb_buffer_desc){.name = "living", .shape = {slots}, .data = list});
    free(list);
    return good &&
           wb_buffer_create(&fountain.next_living,
                            &(wb_buffer_desc){.name = "next_living", .shape = {slots}}) &&
           wb_buffer_create(&fountain.commands, &(wb_buffer_desc){.name = "commands",
                                                                  .shape = {1, 8},
                                                                  .fields = command_fields,
                                                                  .data = &first}) &&
           wb_buffer_create(&fountain.next_commands, &(wb_buffer_desc){.name = "next_commands",
                                                                       .shape = {1, 8},
                                                                       .fields = command_fields});
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
                (!is_listed() || create_lists(start));
    free(start);
    return good;
}

static bool create_programs(void)
{
    const wb_define *constants =
        WB_DEFINES({"GROUP", GROUP}, {"LIMIT", fountain.limit}, {"JETS", JETS},
                   {"STEPS_PER_SECOND", STEPS_PER_SECOND}, {"LISTED", is_listed()});
    fountain.emit = wb_program_compute(kernels[wb_variant_index()].emit, constants);
    fountain.move = wb_program_compute(kernels[wb_variant_index()].move, constants);
    return fountain.emit != 0 && fountain.move != 0 && picture_create(constants);
}

static void delete_programs(void)
{
    glDeleteProgram(fountain.emit);
    glDeleteProgram(fountain.move);
    fountain.emit = fountain.move = 0;
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
    delete_programs();
}

/* ---- The dispatches ---- */

// As groups_for() in groups.glsl: one row of groups, or several if there are more than the limit.
static void dispatch_for(uint32_t count)
{
    uint32_t groups = (count + GROUP - 1) / GROUP;
    uint32_t rows = (groups + (uint32_t)fountain.limit - 1) / (uint32_t)fountain.limit;
    glDispatchCompute((groups + rows - 1) / rows, rows, 1);
}

static void set_birth_uniforms(void)
{
    const fountain_plan *plan = &fountain.plan;
    uint64_t first = fountain_born_before(plan, fountain.frame);
    fountain_jets jets = fountain_aim(fountain.frame);
    glUniform1ui(SLOTS, plan->slots);
    glUniform1ui(BIRTHS, births());
    glUniform1ui(FIRST, (GLuint)first);
    glUniform1ui(HEAD, (GLuint)(first % plan->slots));
    glUniform1ui(KEY, plan->key);
    glUniform2ui(LIVES, plan->shortest, plan->longest);
    glUniform4fv(JET_POSITION, JETS, &jets.position[0][0]);
    glUniform4fv(JET_VELOCITY, JETS, &jets.velocity[0][0]);
    if (wb_variant_index() == EXERCISE) glUniform1ui(TAP, (GLuint)fountain.tap);
}

// Births, and the commands for move(). One group at least: the commands are wanted in any case.
static void dispatch_emit(void)
{
    uint32_t count = births();
    glUseProgram(fountain.emit);
    set_birth_uniforms();
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
    if (births() > 0) {
        wb_pass_begin("emit");
        glUseProgram(fountain.emit);
        set_birth_uniforms();
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, fountain.pool.id);
        dispatch_for(births());
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
        // glDrawArraysIndirect reads the number of instances that `move` has counted.
        glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
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

/* ---- The oracle ---- */

// The pool after `steps` frames from the start, and the commands that the last of them wrote.
static bool simulate(int64_t steps, particle *pool, commands *last)
{
    const particle *start = wb_start_state("pool");
    uint32_t *list = malloc((size_t)fountain.slots * sizeof *list);
    bool good = start != NULL && list != NULL && steps > 0;
    if (good) memcpy(pool, start, (size_t)fountain.slots * sizeof *pool);
    for (int64_t i = 0; good && i < steps; i++) {
        int64_t frame = fountain.frame - steps + i;
        uint64_t born = fountain_born_before(&fountain.plan, frame + 1) -
                        fountain_born_before(&fountain.plan, frame);
        *last = (commands){.vertices = 4};
        last->listed =
            fountain_list(&fountain.plan, frame, pool, list) + (fountain.tap ? (uint32_t)born : 0);
        fountain_frame(&fountain.plan, frame, fountain.tap, pool);
        last->living = fountain_list(&fountain.plan, frame + 1, pool, list);
    }
    uint32_t groups = (last->listed + GROUP - 1) / GROUP, limit = (uint32_t)fountain.limit;
    uint32_t rows = groups > limit ? (groups + limit - 1) / limit : 1;
    last->groups[0] = (groups + rows - 1) / rows;
    last->groups[1] = rows;
    last->groups[2] = 1;
    free(list);
    return good;
}

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    commands last = {0};
    if (strcmp(buffer, "pool") == 0) return simulate(steps, expected, &last);
    if (strcmp(buffer, "commands") != 0) return false;
    particle *pool = malloc((size_t)fountain.slots * sizeof *pool);
    bool good = pool != NULL && simulate(steps, pool, &last);
    if (good) memcpy(expected, &last, sizeof last);
    free(pool);
    return good;
}

static int compare_slots(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// The list of the living: each once, in whatever order, or in the order of birth where a scan made
// it.
static bool verify_list(const particle *expected_pool)
{
    size_t slots = (size_t)fountain.slots;
    uint32_t *got = malloc(slots * sizeof *got), *expected = malloc(slots * sizeof *expected);
    bool good = got != NULL && expected != NULL;
    if (good) {
        size_t count = fountain_list(&fountain.plan, fountain.frame, expected_pool, expected);
        wb_buffer_read(&fountain.living, got);
        qsort(got, count, sizeof *got, compare_slots);
        qsort(expected, count, sizeof *expected, compare_slots);
        wb_array array = {.type = WB_U32, .dimensions = 1, .shape = {count}, .data = got};
        good = wb_check_equal("living", &array, expected);
    }
    free(got);
    free(expected);
    return good;
}

// Pool, commands and list. Nothing has a tolerance: see fountain.h.
static bool verify(void)
{
    size_t bytes = (size_t)fountain.pool.size_bytes;
    particle *got = malloc(bytes), *expected = malloc(bytes);
    commands last = {0}, written;
    bool good = got != NULL && expected != NULL && simulate(wb_frame(), expected, &last);
    if (!good) wb_error("--check: out of memory");
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    if (good) {
        wb_buffer_read(&fountain.pool, got);
        wb_array array = wb_buffer_array(&fountain.pool, got);
        good = wb_check_equal("pool", &array, expected);
    }
    if (good && is_listed()) {
        wb_buffer_read(&fountain.commands, &written);
        wb_array array = wb_buffer_array(&fountain.commands, &written);
        good = wb_check_equal("commands", &array, &last) && verify_list(expected);
    }
    free(got);
    free(expected);
    return good;
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
         "64 "
         "and 65 particles by hand: they are 0, 1 and 2.",
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
    {.name = "no_command_barrier",
     .shows =
         "no GL_COMMAND_BARRIER_BIT between the kernel that writes the command and the dispatch",
     .broken = "nothing, on most drivers: only the barrier checker sees it",
     .step = step_no_command_barrier},
    {.name = "no_y_z",
     .shows = "writes the number of groups in x and leaves y and z 0",
     .broken = "particles that are born and never move: x * y * z groups are none",
     .step = step_append},
    {.name = "over_limit",
     .shows = "cuts the groups off at the limit of one dimension, instead of going on in the next",
     .broken =
         "a fountain that comes to a halt: particles beyond the limit hang in the air, then vanish",
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
    "particles=1 alive=100 life=0.05",
    "particles=63 alive=100 life=0.1 filled=1",
    "particles=64 alive=100 life=0.1 filled=1",
    "particles=65 alive=100 life=0.1 filled=1",
    "particles=1009 alive=50 life=0.25",
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

static const wb_orbit orbit = {.target = {0.0f, 1.35f, 0.0f},
                               .distance = 11.5f,
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
