// Lesson 08: indirect dispatch, shown on a particle fountain.
// The GPU knows how many particles are alive, and starts as many groups; the CPU never asks.
// Open steps.c first: the dispatches of a frame. state.c makes what they work on; fountain.c plans
// which particle is born when.
#include "oracle.h"
#include "picture.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

/* ---- The fountain ---- */

static const wb_part fountain = {
    .init = init,
    .draw = draw,
    .quit = quit,
    .expect = expect,
    .verify = verify,
    .check_frames = 20,
    .cases = {"particles=1009 alive=50 life=0.25", "particles=1 alive=100 life=0.05",
              "particles=63 alive=100 life=0.1 filled=1",
              "particles=64 alive=100 life=0.1 filled=1",
              "particles=65 alive=100 life=0.1 filled=1",
              "particles=5000 alive=100 life=0.2 filled=1 limit=7",
              "particles=5000 alive=75 life=0.25 filled=1 tap=closed", // none is left in the end
              "particles=5000 alive=75 life=0.25 filled=1 group=96", "particles=2000 alive=0",
              "particles=100003 alive=30 life=1 filled=1 limit=65535"},
    .cost = cost,
    .bench_cases = {"particles=1000000 alive=1 filled=1", "particles=1000000 alive=10 filled=1",
                    "particles=1000000 alive=100 filled=1",
                    "particles=4000000 alive=10 filled=1 group=32",
                    "particles=4000000 alive=10 filled=1 group=64",
                    "particles=4000000 alive=10 filled=1 group=256",
                    "particles=4000000 alive=10 filled=1 group=1024",
                    "particles=10000000 alive=1 filled=1", "particles=10000000 alive=2 filled=1",
                    "particles=10000000 alive=5 filled=1", "particles=10000000 alive=10 filled=1",
                    "particles=10000000 alive=20 filled=1", "particles=10000000 alive=50 filled=1",
                    "particles=10000000 alive=100 filled=1",
                    // Ten: what a frame costs however little there is to do.
                    "particles=1000 alive=1 filled=1"},
    .status = status,
};

/* ---- Variants ---- */

static const wb_variant variants[] = {
    {.name = "fixed",
     .shows = "an invocation for every slot of the pool, which leaves at once if its slot is dead",
     .remark = "the dead have to be read to be found dead",
     .kernel = "08_indirect/fixed.comp",
     .data = &(fountain_traits){.label = "A fixed dispatch", .emit = "08_indirect/emit_fixed.comp"},
     .step = step_fixed},
    {.name = "append",
     .shows = "as many groups as the living need; survivors append themselves to the next list",
     .remark =
         "an atomic for each survivor, all on one address; slots visited in no definite order",
     .kernel = "08_indirect/append.comp",
     .data = &(fountain_traits){.label = "Atomic append",
                                .emit = "08_indirect/emit.comp",
                                .listed = true},
     .step = step_append},
    {.name = "aggregated",
     .shows = "as append, with one atomic for each work group",
     .remark = "two dispatches a frame, however few are alive; a list in no definite order",
     .kernel = "08_indirect/aggregated.comp",
     .data = &(fountain_traits){.label = "Aggregated append",
                                .emit = "08_indirect/emit.comp",
                                .listed = true},
     .step = step_append},
    {.name = "scan",
     .shows =
         "survivors flagged, counted by a scan, and moved up: the list stays in order of birth",
     .remark = "six dispatches a frame; three of them are the scan's",
     .kernel = "08_indirect/flag.comp",
     .data = &(fountain_traits){.label = "Compaction by scan",
                                .emit = "08_indirect/emit.comp",
                                .listed = true,
                                .scanned = true},
     .step = step_scan},
    {.name = "one_dispatch",
     .shows = "births and moves in one dispatch, whose last work group writes the next commands",
     .remark = "what one dispatch takes to start and end; one group runs even if none is alive",
     .kernel = "08_indirect/one_dispatch.comp",
     .data =
         &(fountain_traits){.label = "One dispatch a frame", .listed = true, .one_dispatch = true},
     .step = step_one_dispatch},
    {.name = "dense",
     .shows = "the living themselves side by side: survivors move on to the next free place of "
              "another array",
     .remark = "nothing is written before an atomic has said where; in no definite order",
     .kernel = "08_indirect/dense.comp",
     .data = &(
         fountain_traits){.label = "The living side by side", .one_dispatch = true, .dense = true},
     .step = step_dense},
    {.name = "not_listed",
     .kind = WB_BROKEN,
     .shows = "counts the living, but takes the first slots of the pool for them",
     .remark =
         "a fountain that dies down: groups look at dead slots, and the living are dropped from "
         "the list",
     .kernel = "08_indirect/not_listed.comp",
     .data = &(fountain_traits){.label = "BROKEN: no list",
                                .emit = "08_indirect/emit.comp",
                                .listed = true},
     .step = step_append},
    {.name = "no_command_barrier",
     .kind = WB_BROKEN,
     .shows =
         "no GL_COMMAND_BARRIER_BIT between the kernel that writes the command and the dispatch",
     .remark = "nothing, on most drivers: only the barrier checker sees it",
     .kernel = "08_indirect/aggregated.comp",
     .data = &(fountain_traits){.label = "BROKEN: no command barrier",
                                .emit = "08_indirect/emit.comp",
                                .listed = true},
     .step = step_no_command_barrier},
    {.name = "no_y_z",
     .kind = WB_BROKEN,
     .shows = "writes the number of groups in x and leaves y and z 0",
     .remark = "nothing in the air: x * y * z is 0 groups, so no particle moves or lives on",
     .kernel = "08_indirect/emit_no_y_z.comp",
     .data = &(fountain_traits){.label = "BROKEN: y and z are 0",
                                .move = "08_indirect/aggregated.comp",
                                .listed = true},
     .step = step_append},
    {.name = "over_limit",
     .kind = WB_BROKEN,
     .shows = "cuts the groups off at the limit of one dimension, instead of going on in the next",
     .remark = "a fountain too thin: particles beyond the limit are dropped, and vanish in mid-air",
     .kernel = "08_indirect/emit_over_limit.comp",
     .data = &(fountain_traits){.label = "BROKEN: over the limit",
                                .move = "08_indirect/aggregated.comp",
                                .listed = true},
     .step = step_append},
    {.name = "vec3_struct",
     .kind = WB_BROKEN,
     .shows = "a struct with two vec3 side by side, which the CPU has packed more tightly",
     .remark =
         "particles at places where none can be: position and velocity are read from elsewhere",
     .kernel = "08_indirect/vec3_struct.comp",
     .data = &(fountain_traits){.label = "BROKEN: two vec3 side by side",
                                .emit = "08_indirect/emit_fixed.comp"},
     .step = step_fixed},
    {.name = "enlist",
     .kind = WB_TASK,
     .shows = "your line: how a survivor comes into the next list",
     .cases = enlist_cases,
     .kernel = "08_indirect/tasks/enlist.comp",
     .data = &(fountain_traits){.label = "Task: into the list",
                                .emit = "08_indirect/emit.comp",
                                .listed = true},
     .step = step_append},
    {.name = "rows",
     .kind = WB_TASK,
     .shows = "particles that vanish in mid-air, to be mended",
     .cases = rows_cases,
     .kernel = "08_indirect/tasks/rows.comp",
     .data = &(fountain_traits){.label = "Task: groups in rows",
                                .move = "08_indirect/aggregated.comp",
                                .listed = true,
                                .splits = true},
     .step = step_append},
    {.name = "level",
     .kind = WB_TASK,
     .shows = "your kernel: no more in the air than there may be, four an invocation",
     .cases = level_cases,
     .kernel = "08_indirect/tasks/level.comp",
     .data = &(fountain_traits){.label = "Task: the level",
                                .move = "08_indirect/move_fours.comp",
                                .listed = true,
                                .levelled = true,
                                .each = EACH},
     .step = step_append},
    {.name = "survey",
     .kind = WB_TASK,
     .shows = "your kernel and your C code: a list made anew in each frame",
     .cases = survey_cases,
     .kernel = "08_indirect/tasks/survey.comp",
     .data = &(fountain_traits){.label = "Task: a list from nothing",
                                .emit = "08_indirect/emit_fixed.comp",
                                .move = "08_indirect/move_listed.comp",
                                .listed = true,
                                .surveyed = true},
     .step = step_survey},
    {0},
};

/* ---- Parameters ---- */

static const char *const tap_choices[] = {"closed", "open", NULL};
static const char *const filled_choices[] = {"no", "yes", NULL};
static const char *const colour_choices[] = {"age", "speed", NULL};

// clang-format off
static const wb_param params[] = {
    {"particles", {&lesson.slots}, 1, 10000000, NULL, "slots of the pool", .restarts = true},
    {"alive", {.f = &lesson.alive}, 0, 100, "%",
     "share of the slots in use, once the fountain has filled", .restarts = true, .decades = true},
    {"life", {.f = &lesson.life}, 0.02, 8, "s", "the longest life of a particle", .restarts = true},
    {"spread", {.f = &lesson.spread}, 0, 1, NULL,
     "by which share a life may be shorter, as far as the pool allows", .restarts = true},
    {"gravity", {.f = &lesson.gravity}, 0, 20, "m/s2", "how fast particles fall"},
    {"tap", {&lesson.tap}, 0, 1, NULL, "whether particles are born", .names = tap_choices},
    {"filled", {&lesson.filled}, 0, 1, NULL,
     "whether it starts as after a long time, or with an empty pool", .names = filled_choices,
     .restarts = true},
    {"colour", {&lesson.colour}, 0, 1, NULL, "what the particles' colours tell",
     .names = colour_choices},
    {"most", {&lesson.most}, 0, 10000000, "particles", "in the air; the task keeps to it",
     .decades = true},
    {"limit", {&lesson.limit}, 4, 65535, "groups",
     "most in one dimension; OpenGL promises 65535", .rebuild = rebuild_programs},
    {"group", {&lesson.group}, 32, 1024, "invocations", "size of a work group", .restarts = true},
    {0},
};
// clang-format on

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
            .part = &fountain,
            .variants = variants,
            .tasks = tasks,
            .first = "aggregated",
            .params = params,
            .frames = 256,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .takes_hand = true,
            .orbit = &orbit,
        },
        argc, argv);
}
