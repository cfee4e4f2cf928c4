// Lesson 10: profiling.
// How long did it take, and why not less? Three clocks, of which some lie; and an experiment that
// tells what limits a kernel. Open steps.c first: the clocks and the dispatches.
#include "oracle.h"
#include "picture.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

/* ---- Parts ---- */

static const wb_part frame = {
    .name = "frame",
    .init = frame_init,
    .draw = frame_draw,
    .quit = lesson_quit,
    .expect = frame_expect,
    .verify = wb_verify_state,
    .check_frames = 6,
    .cases = {"vectors=1", "vectors=257 off=compute", "vectors=1009", "vectors=1009 measure=gpu",
              "vectors=33 measure=all"},
};

static const wb_part experiment = {
    .name = "limit",
    .init = experiment_init,
    .draw = experiment_draw,
    .quit = lesson_quit,
    .expect = experiment_expect,
    .inputs = experiment_inputs,
    .verify = wb_verify_state, // without a barrier: each step ends with one for the read-back
    .check_frames = 2,
    .cases = {"vectors=1", "vectors=255", "vectors=256", "vectors=257 arithmetic=3 reads=3",
              "vectors=4099 group=1", "vectors=10007 measure=all"},
    .status = experiment_status,
};

static const wb_part sweep = {
    .name = "sweep",
    .init = experiment_init,
    .draw = sweep_draw,
    .quit = lesson_quit,
    .expect = experiment_expect,
    .verify = wb_verify_state,
    .check_frames = 6, // the times of the first have been read by then
    .cases = {"vectors=1 measure=gpu", "vectors=257 arithmetic=3 reads=3",
              "vectors=1009 measure=all", "vectors=1009 measure=gpu"},
};

static const wb_part occupancy = {
    .name = "occupancy",
    .init = occupancy_init,
    .draw = small_print_draw,
    .quit = lesson_quit,
    .expect = occupancy_expect,
    .verify = wb_verify_state,
    .check_frames = 2,
    .cases = {"vectors=1", "vectors=257 held=1 shared_kib=0", "vectors=255 group=64 held=16",
              "vectors=1009 group=32 held=128 shared_kib=32"},
    .cost = occupancy_cost,
    .bench_cases = {"shared_kib=1 held=8 group=64", "shared_kib=4 held=8 group=64",
                    "shared_kib=8 held=8 group=64", "shared_kib=16 held=8 group=64",
                    "shared_kib=32 held=8 group=64", "shared_kib=8 held=16 group=64",
                    "shared_kib=8 held=32 group=64", "shared_kib=8 held=64 group=64",
                    "shared_kib=8 held=128 group=64"},
};

// The small print: the same results, written in several ways. Each question is a part.
#define SMALL_PRINT(NAME, QUESTION, QUICK, ...)                                                    \
    {                                                                                              \
        .name = NAME, .init = QUESTION##_init, .draw = small_print_draw, .quit = lesson_quit,      \
        .expect = QUESTION##_expect, .inputs = small_print_inputs, .verify = wb_verify_state,      \
        .check_frames = 2, .cases = {"vectors=1", "vectors=257", "vectors=5003"},                  \
        .cost = QUESTION##_cost, .quick_case = QUICK, .bench_cases = {                             \
            "vectors=1048576",                                                                     \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
static const wb_part division = SMALL_PRINT("division", rounds, "vectors=131072", NULL),
                     branches = SMALL_PRINT("branches", rounds, NULL, NULL),
                     loops = SMALL_PRINT("loops", rounds, NULL, NULL),
                     packing = SMALL_PRINT("packing", packing, NULL, "vectors=4194304 group=4",
                                           "vectors=4194304 group=8", "vectors=4194304 group=16",
                                           "vectors=4194304 group=32", "vectors=4194304 group=64",
                                           "vectors=4194304", "vectors=4194304 group=1024"),
                     paths = SMALL_PRINT("paths", paths, NULL, NULL),
                     uploads = SMALL_PRINT("uploads", uploads, NULL, NULL);

static const wb_part advance = {
    .name = "advance",
    .init = advance_init,
    .draw = advance_draw,
    .quit = lesson_quit,
    .expect = advance_expect,
    .inputs = small_print_inputs,
    .verify = advance_verify,
    .check_frames = 3,
    .cases = {"vectors=1 rounds=1", "vectors=257 rounds=0", "vectors=257 rounds=7",
              "vectors=257 rounds=16384", "vectors=256 rounds=8000", "vectors=256 rounds=5801",
              "vectors=259 rounds=9973"},
};

/* ---- Variants ---- */

// clang-format off
static const wb_variant variants[] = {
    {.name = "frame", .part = &frame,
     .shows = "an update on the CPU, three passes, the picture: where does the time go?",
     .remark = "the longest stretch; find out",
     .kernel = "10_profiling/work.comp",
     .step = step_frame},
    {.name = "copy", .part = &experiment,
     .shows = "a read, a write, and one multiply-add for each number",
     .remark = "memory",
     .kernel = "10_profiling/work.comp",
     .data = &(work_traits){.arithmetic = 1, .reads = 1}, .step = step_runs},
    {.name = "arithmetic", .part = &experiment,
     .shows = "the same memory, and 64 multiply-adds for each number",
     .remark = "arithmetic",
     .kernel = "10_profiling/work.comp",
     .data = &(work_traits){.arithmetic = 64, .reads = 1}, .step = step_runs},
    {.name = "latency", .part = &experiment,
     .shows = "few elements, and each read tells where the next one is",
     .remark = "the wait for a read: most of the machine has nothing to do",
     .kernel = "10_profiling/chase.comp",
     .data = &(work_traits){.arithmetic = 1, .reads = 256, .is_tiny = true, .chases = true},
     .step = step_runs},
    {.name = "tiny", .part = &experiment,
     .shows = "a single work group: next to nothing to do",
     .remark = "the launch itself",
     .kernel = "10_profiling/work.comp",
     .data = &(work_traits){.arithmetic = 1, .reads = 1, .is_tiny = true}, .step = step_runs},
    {.name = "knobs", .part = &experiment,
     .shows = "your own mixture: --set arithmetic=16 --set reads=1",
     .remark = "find out",
     .kernel = "10_profiling/work.comp",
     .step = step_runs},
    {.name = "unread", .kind = WB_BROKEN, .part = &experiment,
     .shows = "does not store what it computes, \"because only the time counts\"",
     .remark = "fast, and faster with every knob: the compiler has removed all of it",
     .kernel = "10_profiling/unread.comp",
     .data = &(work_traits){.arithmetic = 64, .reads = 1}, .step = step_runs},
    {.name = "cached", .kind = WB_BROKEN, .part = &experiment,
     .shows = "reads the same 16 elements over and over, and calls it the memory's speed",
     .remark = "more bytes a second than the memory has",
     .kernel = "10_profiling/cached.comp",
     .data = &(work_traits){.arithmetic = 1, .reads = 1}, .step = step_runs},
    {.name = "clocks", .part = &sweep,
     .shows = "ever more work, and what three clocks say of it",
     .remark = "first the launch, then memory, then arithmetic",
     .kernel = "10_profiling/work.comp",
     .data = &(work_traits){.sweeps = true}, .step = step_runs},
    {.name = "roofline", .part = &sweep,
     .shows = "the same runs as points under the roofs that they draw",
     .remark = "the nearer roof",
     .kernel = "10_profiling/work.comp",
     .data = &(work_traits){.sweeps = true, .draws_roofline = true}, .step = step_runs},
    {.name = "waits", .part = &occupancy,
     .shows = "reads in a row; the group takes shared memory, and invocations take registers",
     .remark = "the wait, unless enough other groups fit beside it",
     .kernel = "10_profiling/waits.comp",
     .step = step_occupancy},
    {.name = "divide", .part = &division,
     .shows = "divides by a number that only the program knows",
     .remark = "the division: some twenty instructions",
     .kernel = "10_profiling/divide.comp",
     .data = &(work_traits){.rule = DIVIDES}, .step = step_rounds},
    {.name = "divide_constant", .part = &division,
     .shows = "divides by a constant",
     .remark = "the multiplication beside it",
     .kernel = "10_profiling/divide_constant.comp",
     .data = &(work_traits){.rule = DIVIDES}, .step = step_rounds},
    {.name = "shift", .part = &division,
     .shows = "shifts, which is what the compiler makes of the constant",
     .remark = "the multiplication beside it",
     .kernel = "10_profiling/shift.comp",
     .data = &(work_traits){.rule = DIVIDES}, .step = step_rounds},
    {.name = "branches", .part = &branches,
     .shows = "each number takes one of two ways",
     .remark = "both ways, where neighbours differ",
     .kernel = "10_profiling/branches.comp",
     .data = &(work_traits){.rule = BRANCHES}, .step = step_rounds},
    {.name = "branch_free", .part = &branches,
     .shows = "computes both, and takes one by arithmetic",
     .remark = "both ways, always",
     .kernel = "10_profiling/branch_free.comp",
     .data = &(work_traits){.rule = BRANCHES}, .step = step_rounds},
    {.name = "loop", .part = &loops,
     .shows = "a loop of a length that the compiler does not know",
     .remark = "counting, comparing and jumping, in every turn",
     .kernel = "10_profiling/loop.comp",
     .data = &(work_traits){.rule = ADVANCES}, .step = step_loops},
    {.name = "loop_by_hand", .part = &loops,
     .shows = "four rounds a turn, written one below the other",
     .remark = "the rounds",
     .kernel = "10_profiling/loop_by_hand.comp",
     .data = &(work_traits){.rule = ADVANCES}, .step = step_loops},
    {.name = "loop_constant", .part = &loops,
     .shows = "a loop of a length that the compiler knows",
     .remark = "the rounds",
     .kernel = "10_profiling/loop_constant.comp",
     .data = &(work_traits){.rule = ADVANCES}, .step = step_loops},
    {.name = "loop_pragma", .part = &loops,
     .shows = "the same, with a #pragma that asks NVIDIA's compiler to unroll",
     .remark = "the rounds",
     .kernel = "10_profiling/loop_pragma.comp",
     .data = &(work_traits){.rule = ADVANCES}, .step = step_loops},
    {.name = "loop_uniforms", .part = &loops,
     .shows = "loop_constant, with uniforms in place of its constants",
     .remark = "the rounds",
     .kernel = "10_profiling/loop_uniforms.comp",
     .data = &(work_traits){.rule = ADVANCES}, .step = step_loops},
    {.name = "words", .part = &packing,
     .shows = "a word for each sample of 8 bits",
     .remark = "memory; three bytes of four are zero",
     .kernel = "10_profiling/words.comp",
     .data = &(work_traits){.bits = 32}, .step = step_packing},
    {.name = "halves", .part = &packing,
     .shows = "two samples in a word",
     .remark = "memory; every second byte is zero",
     .kernel = "10_profiling/halves.comp",
     .data = &(work_traits){.bits = 16}, .step = step_packing},
    {.name = "bytes", .part = &packing,
     .shows = "four samples in a word, taken apart and put together again",
     .remark = "memory",
     .kernel = "10_profiling/bytes.comp",
     .data = &(work_traits){.bits = 8}, .step = step_packing},
    {.name = "from_buffer", .part = &paths,
     .shows = "sums of 3 x 3 numbers out of a buffer",
     .remark = "nine loads a sum, which caches serve",
     .kernel = "10_profiling/from_buffer.comp",
     .step = step_paths},
    {.name = "from_texture", .part = &paths,
     .shows = "the same out of a texture, through a sampler",
     .remark = "nine fetches a sum, which the texture units serve",
     .kernel = "10_profiling/from_texture.comp",
     .step = step_paths},
    {.name = "from_image", .part = &paths,
     .shows = "the same out of the texture, bound as an image",
     .remark = "nine loads a sum, which caches serve",
     .kernel = "10_profiling/from_image.comp",
     .step = step_paths},
    {.name = "sent_by_copy", .part = &uploads,
     .shows = "glBufferSubData, then a kernel that reads what was sent",
     .remark = "the way from the CPU, and a copy on it",
     .kernel = "10_profiling/upload.comp",
     .step = step_uploads},
    {.name = "sent_by_mapping", .part = &uploads,
     .shows = "the same into a mapped part of the buffer, with a fence for each part",
     .remark = "the way from the CPU",
     .kernel = "10_profiling/upload.comp",
     .data = &(work_traits){.maps = true}, .step = step_uploads},
    {.name = "apart", .kind = WB_TASK, .part = &experiment,
     .shows = "your benchmark: each knob turns one thing",
     .kernel = "10_profiling/tasks/apart.comp",
     .cases = apart_cases,
     .step = step_runs},
    {.name = "tens", .kind = WB_TASK, .part = &packing,
     .shows = "your kernel: three samples of ten bits in a word",
     .kernel = "10_profiling/tasks/tens.comp",
     .data = &(work_traits){.bits = 10}, .step = step_packing},
    {.name = "advance", .kind = WB_TASK, .part = &advance,
     .shows = "your kernel: the same results with a fraction of the work",
     .kernel = "10_profiling/tasks/advance.comp",
     .step = step_advance},
    {0},
};

/* ---- Parameters ---- */

static const char *const measure_choices[] = {"off", "all", "gpu", NULL};
static const char *const pass_choices[] = {"none", "move", "compute", "small", NULL};

static const wb_param params[] = {
    {"vectors", {&lesson.vectors}, 1, 1 << 23, "elements of 16 bytes", "how many", .restarts = true},
    {"group", {&lesson.group}, 1, 1024, "invocations", "in a work group", .restarts = true},
    {"measure", {&lesson.measure}, 0, 2, NULL, "time each run. all: by three clocks, which waits for it; gpu: by the GPU's alone, without waiting", .names = measure_choices, .restarts = true},
    {"arithmetic", {&lesson.arithmetic}, 1, 4096, "multiply-adds", "knobs, and `yours` of a sweep: of each number", .restarts = true},
    {"reads", {&lesson.reads}, 1, 64, "elements", "knobs, and `yours` of a sweep: read for each that is written", .restarts = true},
    {"shared_kib", {&lesson.shared_kib}, 0, 64, "KiB", "of shared memory that a group takes", &occupancy, .restarts = true},
    {"held", {&lesson.held}, 1, TURNS, "numbers", "that an invocation keeps in registers", &occupancy, .restarts = true},
    {"off", {&lesson.off}, 0, SMALL_PASS, NULL, "a pass to leave out", .part = &frame, .names = pass_choices},
    {"rounds", {&lesson.rounds}, 0, 16384, NULL, "multiply-adds of each number", &advance, .restarts = true},
    {0},
};
// clang-format on

int main(int argc, char **argv)
{
    return wb_main(&(wb_lesson){.id = "10_profiling",
                                .title = "Profiling",
                                .variants = variants,
                                .tasks = tasks,
                                .params = params,
                                .frames = 8,
                                .state = &lesson,
                                .state_bytes = sizeof lesson},
                   argc, argv);
}
