// Lesson 08: indirect dispatch, shown on a particle fountain.
// The GPU knows how many particles are alive, and starts as many groups; the CPU never asks.
// The state is in indirect.h, its buffers and programs in buffers.c, the dispatches in frame.c.
#include "indirect.h"
#include "oracle.h"
#include "picture.h"

#include <stddef.h>
#include <stdio.h>

const variant_kernels kernels[] = {
    [FIXED] = {"08_indirect/emit_fixed.comp", "08_indirect/fixed.comp", "A fixed dispatch"},
    [APPEND] = {"08_indirect/emit.comp", "08_indirect/append.comp", "Atomic append"},
    [AGGREGATED] = {"08_indirect/emit.comp", "08_indirect/aggregated.comp", "Aggregated append"},
    [SCAN] = {"08_indirect/emit.comp", "08_indirect/flag.comp", "Compaction by scan"},
    [ONE_DISPATCH] = {NULL, "08_indirect/one_dispatch.comp", "One dispatch a frame"},
    [DENSE] = {NULL, "08_indirect/dense.comp", "The living side by side"},
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

/* ---- State ---- */

indirect_lesson fountain = {.slots = 200000,
                            .tap = 1,
                            .limit = 1024,
                            .group = 64,
                            .alive = 60.0f,
                            .life = 4.0f,
                            .spread = 0.6f,
                            .gravity = 9.81f};

bool is_counted(void)
{
    return wb_variant_index() != FIXED && wb_variant_index() != VEC3_STRUCT;
}

bool is_listed(void)
{
    return is_counted() && wb_variant_index() != DENSE;
}

/* ---- The picture ---- */

static void draw_streaks(void)
{
    if (is_counted())
        glDrawArraysIndirect(GL_TRIANGLE_STRIP, (const void *)offsetof(commands, vertices));
    else
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, fountain.slots);
}

static void draw(const wb_view *view)
{
    bool dense = wb_variant_index() == DENSE;
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL,
                     dense ? fountain.particles.id : fountain.pool.id);
    if (is_listed()) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIVING, fountain.living.id);
    if (is_counted()) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COMMANDS, fountain.commands.id);
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, fountain.commands.id);
        // glDrawArraysIndirect reads the count that the frame has made. The barrier of versions 5
        // and 6 has seen to that: their next dispatch takes its groups from the same buffer.
        if (wb_variant_index() != ONE_DISPATCH && !dense) glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
    }
    double particles = 0.5 * (double)fountain.plan.births;
    picture_begin(view);
    picture_streaks(view, true, particles);
    draw_streaks();
    picture_streaks(view, false, particles);
    draw_streaks();
    picture_end(view);
    picture_gauge(view, kernels[wb_variant_index()].label, fountain.plan.slots, fountain.group);
    // The next frame overwrites the particles, and the slots in the list, that the picture reads;
    // but that of version 6 writes to the other array and to other commands.
    if (!dense) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
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
                        .group = (uint32_t)fountain.group,
                        .limit = (uint32_t)fountain.limit,
                        .one_dispatch = wb_variant_index() == ONE_DISPATCH,
                        .dense = wb_variant_index() == DENSE};
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
    return oracle_verify(&run,
                         &(oracle_buffers){.pool = run.dense ? NULL : &fountain.pool,
                                           .particles = run.dense ? &fountain.particles : NULL,
                                           .commands = is_counted() ? &fountain.commands : NULL,
                                           .living = is_listed() ? &fountain.living : NULL,
                                           .in_order = wb_variant_index() == SCAN});
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
    if (wb_variant_index() == DENSE) cost.read_bytes = cost.written_bytes = particles;
    if (!is_counted()) { // age and life of the dead are read, too
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
     .limit = "an atomic for each survivor, all on one address; slots visited in no definite order",
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
    {.name = "dense",
     .shows = "the living themselves side by side: survivors move on to the next free place of "
              "another array",
     .limit = "nothing is written before an atomic has said where; in no definite order",
     .step = step_dense},
    {.name = "not_listed",
     .shows = "counts the living, but takes the first slots of the pool for them",
     .broken =
         "a fountain that dies down: groups look at dead slots, and the living are dropped from "
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
    {.name = "group",
     .i = &fountain.group,
     .min = 32,
     .max = 1024,
     .unit = "invocations",
     .help = "size of a work group",
     .restarts = true},
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
    "particles=5000 alive=75 life=0.25 filled=1 group=96",
    "particles=2000 alive=0",
    "particles=100003 alive=30 life=1 filled=1 limit=65535",
    NULL,
};

static const char *const bench_cases[] = {
    "particles=1000000 alive=1 filled=1",
    "particles=1000000 alive=10 filled=1",
    "particles=1000000 alive=100 filled=1",
    "particles=4000000 alive=10 filled=1 group=32",
    "particles=4000000 alive=10 filled=1 group=64",
    "particles=4000000 alive=10 filled=1 group=256",
    "particles=4000000 alive=10 filled=1 group=1024",
    "particles=10000000 alive=1 filled=1",
    "particles=10000000 alive=2 filled=1",
    "particles=10000000 alive=5 filled=1",
    "particles=10000000 alive=10 filled=1",
    "particles=10000000 alive=20 filled=1",
    "particles=10000000 alive=50 filled=1",
    "particles=10000000 alive=100 filled=1",
    "particles=1000 alive=1 filled=1", // ten: what a frame costs however little there is to do
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
