// Lesson 10: profiling.
// How long did it take, and why not less? Three clocks around a dispatch, of which some lie; and an
// experiment that tells what limits a kernel: turn one knob at a time, and see what it costs.
// Open steps.c first: the clocks and the dispatches.
#include "oracle.h"
#include "picture.h"
#include "state.h"
#include "steps.h"

/* ---- Parts ---- */

static const wb_part experiment = {
    .name = "limit",
    .init = experiment_init,
    .draw = experiment_draw,
    .quit = lesson_quit,
    .expect = experiment_expect,
    .verify = wb_verify_state, // without a barrier: each step ends with one for the read-back
    .check_frames = 2,
    .cases = {"vectors=1", "vectors=255", "vectors=256", "vectors=257 arithmetic=3 reads=3",
              "vectors=4099 group=1", "vectors=10007 measure=1"},
    .cost = experiment_cost,
    .bench_cases = {"vectors=1048576", "vectors=1048576 group=4", "vectors=1048576 group=8",
                    "vectors=1048576 group=16", "vectors=1048576 group=32",
                    "vectors=1048576 group=64", "vectors=1048576 group=1024"},
    .status = experiment_status,
};

// Small print: the same results, written in several ways.
static const wb_part division = {
    .name = "division",
    .init = rounds_init,
    .draw = rounds_draw,
    .quit = lesson_quit,
    .expect = rounds_expect,
    .verify = wb_verify_state, // as in limit
    .check_frames = 2,
    .cases = {"vectors=1", "vectors=257"},
    .cost = rounds_cost,
    .bench_cases = {"vectors=262144"},
};

static const wb_part branches = {
    .name = "branches",
    .init = rounds_init,
    .draw = rounds_draw,
    .quit = lesson_quit,
    .expect = rounds_expect,
    .verify = wb_verify_state, // as in limit
    .check_frames = 2,
    .cases = {"vectors=1", "vectors=257"},
    .cost = rounds_cost,
    .bench_cases = {"vectors=262144"},
};

static const wb_part advance = {
    .name = "advance",
    .init = advance_init,
    .draw = advance_draw,
    .quit = lesson_quit,
    .expect = advance_expect,
    .verify = advance_verify,
    .check_frames = 3,
    .cases = {"vectors=1 rounds=1", "vectors=257 rounds=0", "vectors=257 rounds=7",
              "vectors=4096 rounds=8000"},
};

/* ---- Variants ---- */

static const wb_exercise faster = {
    .task =
        "the kernel that was given is slow: find out by measuring what limits it, and write one "
        "with the same results that takes no more than half of the time",
    .solution = "10_profiling/solution_advance.comp",
    .hints = {"does it wait for what it reads, or does it compute? a round takes x to a x + c, "
              "with the same a "
              "and c for every x",
              "two rounds in one are again such a step, with a * a and a * c + c; four rounds are "
              "two of these. Any number of rounds takes as many steps as it has binary digits"},
};

static const wb_variant variants[] = {
    {.name = "copy",
     .part = &experiment,
     .shows = "a read, a write, and one multiply-add for each number",
     .remark = "memory",
     .kernel = "10_profiling/work.comp",
     .data = &(work_way){.arithmetic = 1, .reads = 1},
     .step = step_experiment},
    {.name = "arithmetic",
     .part = &experiment,
     .shows = "the same memory, and 32 multiply-adds for each number",
     .remark = "arithmetic",
     .kernel = "10_profiling/work.comp",
     .data = &(work_way){.arithmetic = 32, .reads = 1},
     .step = step_experiment},
    {.name = "tiny",
     .part = &experiment,
     .shows = "a single work group: next to nothing to do",
     .remark = "the launch itself",
     .kernel = "10_profiling/work.comp",
     .data = &(work_way){.arithmetic = 1, .reads = 1, .is_tiny = true},
     .step = step_experiment},
    {.name = "knobs",
     .part = &experiment,
     .shows = "your own mixture: --set arithmetic=16 --set reads=1",
     .remark = "find out",
     .kernel = "10_profiling/work.comp",
     .step = step_experiment},
    {.name = "unread",
     .kind = WB_BROKEN,
     .part = &experiment,
     .shows = "does not store what it computes, \"because only the time counts\"",
     .remark = "fast, and faster with every knob: the compiler has removed all of it",
     .kernel = "10_profiling/unread.comp",
     .data = &(work_way){.arithmetic = 32, .reads = 1},
     .step = step_experiment},
    {.name = "cached",
     .kind = WB_BROKEN,
     .part = &experiment,
     .shows = "reads the same 16 elements over and over, and calls it the memory's speed",
     .remark = "more bytes a second than the memory has",
     .kernel = "10_profiling/cached.comp",
     .data = &(work_way){.arithmetic = 1, .reads = 1},
     .step = step_experiment},
    {.name = "exercise",
     .kind = WB_EXERCISE,
     .part = &advance,
     .shows = "your kernel: the same results in half of the time",
     .exercise = &faster,
     .kernel = "10_profiling/exercise_advance.comp",
     .step = step_advance},
    {.name = "divide",
     .part = &division,
     .shows = "divides by a number that only the program knows",
     .remark = "the division: some twenty instructions",
     .kernel = "10_profiling/divide.comp",
     .data = &(work_way){.divides = true},
     .step = step_rounds},
    {.name = "divide_constant",
     .part = &division,
     .shows = "divides by a constant",
     .remark = "the multiplication beside it",
     .kernel = "10_profiling/divide_constant.comp",
     .data = &(work_way){.divides = true},
     .step = step_rounds},
    {.name = "shift",
     .part = &division,
     .shows = "shifts, which is what the compiler makes of the constant",
     .remark = "the multiplication beside it",
     .kernel = "10_profiling/shift.comp",
     .data = &(work_way){.divides = true},
     .step = step_rounds},
    {.name = "branches",
     .part = &branches,
     .shows = "each number takes one of two ways",
     .remark = "both ways, where neighbours differ",
     .kernel = "10_profiling/branches.comp",
     .step = step_rounds},
    {.name = "branch_free",
     .part = &branches,
     .shows = "computes both, and takes one by arithmetic",
     .remark = "both ways, always",
     .kernel = "10_profiling/branch_free.comp",
     .step = step_rounds},
    {0},
};

/* ---- Parameters ---- */

// clang-format off
static const wb_param params[] = {
    {"vectors", {&lesson.vectors}, 1, 1 << 23, "elements of 16 bytes", "how many", .restarts = true},
    {"group", {&lesson.group}, 1, 1024, "invocations", "in a work group", .restarts = true},
    {"measure", {&lesson.measure}, 0, 1, NULL, "1: time each run by three clocks, which waits for it", &experiment, .restarts = true},
    {"arithmetic", {&lesson.arithmetic}, 1, 4096, "multiply-adds", "knobs: of each number", &experiment, .restarts = true},
    {"reads", {&lesson.reads}, 1, 64, "elements", "knobs: read for each that is written", &experiment, .restarts = true},
    {"rounds", {&lesson.rounds}, 0, 16384, NULL, "exercise: multiply-adds of each number", &advance, .restarts = true},
    {0},
};
// clang-format on

int main(int argc, char **argv)
{
    return wb_main(&(wb_lesson){.id = "10_profiling",
                                .title = "Profiling",
                                .variants = variants,
                                .params = params,
                                .frames = 20,
                                .state = &lesson,
                                .state_bytes = sizeof lesson},
                   argc, argv);
}
