// Lesson 06: sorting keys and their values on the GPU, by a network of comparisons that are the
// same whatever the keys are (bitonic sort), and by the keys' digits (radix sort).
// Open steps.c first: the dispatches of all versions. Then the kernels, in the order of the table.
#include "oracle.h"
#include "picture.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

/* ---- Parts ---- */

static const wb_part sort = {
    .name = "sort",
    .init = sort_init,
    .draw = picture_draw,
    .quit = lesson_quit,
    .expect = oracle_expect,
    .verify = oracle_verify,
    .check_frames = 2,
    .cases = {"keys=4096 type=float32", // the first has all passes that there are
              "keys=1", "keys=2", "keys=3 input=reversed", "keys=61", "keys=255 type=int32",
              "keys=256 input=equal", "keys=257 input=reversed", "keys=1000 type=float32",
              "keys=1023", "keys=1024 input=few", "keys=1025 input=largest",
              "keys=2047 input=organ_pipe", "keys=2049", "keys=4097 input=largest",
              "keys=8191 type=float32 input=few", "keys=16411 input=sorted", "keys=65536",
              "keys=997 type=float32 input=special"},
    .cost = lesson_cost,
    .bench_cases = {"keys=1024 rows=0", "keys=4096 rows=0", "keys=16384", "keys=65536",
                    "keys=262144", "keys=1048576", "keys=4194304", "keys=16777216",
                    "keys=67108864"},
    .quick_case = "keys=65536",
    .status = picture_status,
};

// A network that sorts all zeros and ones sorts everything.
static const wb_part proof = {
    .name = "proof",
    .init = proof_init,
    .draw = picture_draw,
    .quit = lesson_quit,
    .expect = oracle_expect,
    .verify = oracle_verify,
    .check_frames = 2,
    .cases = {"keys=16", "keys=1048576"},
    .cost = lesson_cost,
    .status = picture_status,
};

/* ---- Variants ---- */

static const sort_traits network = {.passes = BY_DISTANCE, .is_padded = true};

static const wb_variant variants[] = {
    {.name = "global",
     .shows = "bitonic, one dispatch for each (k, j): 136 for 65,536 keys",
     .remark = "every comparison reads its two pairs from memory",
     .kernel = "06_bitonic/pass.comp",
     .data = &network,
     .step = step_global},
    {.name = "shared",
     .shows = "bitonic, all passes within 1,024 pairs in shared memory",
     .remark = "a barrier after every comparison, and a dispatch for each longer pass",
     .kernel = "06_bitonic/span.comp",
     .data = &(sort_traits){.is_padded = true},
     .step = step_shared},
    {.name = "bitonic",
     .shows = "bitonic, three passes at a time on eight pairs in registers; common/compute/sort.h",
     .remark = "the comparisons themselves: n log(n)^2 / 4 of them",
     .kernel = "sort/sort_blocks.comp",
     .data = &(sort_traits){.uses_block = true},
     .step = step_bitonic},
    {.name = "radix",
     .shows = "by digits of eight bits: count, scan, place, four times; common/compute/sort.h",
     .remark = "reads the keys twice and writes every pair once for each digit",
     .kernel = "sort/radix_place.comp",
     .data = &(sort_traits){.passes = BY_DIGIT, .is_stable = true, .uses_block = true},
     .step = step_radix},
    {.name = "cpu_qsort",
     .kind = WB_PEER,
     .shows = "the C library's qsort() on one core of the CPU, then an upload",
     .remark = "n log(n) comparisons, one after the other, by calls through a pointer",
     .data = &(sort_traits){.passes = ALL_IN_ONE},
     .step = step_cpu_qsort},
    {.name = "cpu_radix",
     .kind = WB_PEER,
     .shows = "a radix sort on one core of the CPU, then an upload",
     .remark = "one core's access to memory",
     .data = &(sort_traits){.is_stable = true},
     .step = step_cpu_radix},
    {.name = "unpadded",
     .kind = WB_BROKEN,
     .shows = "as global, on just as many keys as there are",
     .remark = "keys that are not sorted, unless their number is a power of two",
     .kernel = "06_bitonic/unpadded.comp",
     .data = &(sort_traits){.passes = BY_DISTANCE},
     .step = step_global},
    {.name = "no_direction",
     .kind = WB_BROKEN,
     .shows = "as global, with all comparisons upwards",
     .remark = "a pattern of sorted pieces, but no order",
     .kernel = "06_bitonic/no_direction.comp",
     .data = &(sort_traits){.passes = BY_DISTANCE, .is_padded = true, .all_upwards = true},
     .step = step_global},
    {.name = "no_barrier",
     .kind = WB_BROKEN,
     .shows = "as global, without glMemoryBarrier between the passes",
     .remark = "nothing, on most drivers: only the barrier checker sees it",
     .kernel = "06_bitonic/pass.comp",
     .data = &network,
     .step = step_no_barrier},
    {.name = "lower",
     .kind = WB_TASK,
     .shows = "your line: which places an invocation compares",
     .kernel = "06_bitonic/tasks/lower.comp",
     .cases = network_cases,
     .data = &network,
     .step = step_global},
    {.name = "each",
     .kind = WB_TASK,
     .shows = "an invocation for each place, to be mended",
     .kernel = "06_bitonic/tasks/each.comp",
     .cases = network_cases,
     .data = &(sort_traits){.passes = BY_DISTANCE, .is_padded = true, .is_each = true},
     .step = step_global},
    {.name = "mirrored",
     .kind = WB_TASK,
     .shows = "your pass of the mirrored network, for any number of keys",
     .kernel = "06_bitonic/tasks/mirrored.comp",
     .cases = mirrored_cases,
     .data = &(sort_traits){.passes = BY_DISTANCE, .all_upwards = true, .is_mirrored = true},
     .step = step_mirrored},
    {.name = "scores",
     .kind = WB_TASK,
     .shows = "your pass of the mirrored network: float32, the largest first",
     .kernel = "06_bitonic/tasks/scores.comp",
     .cases = scores_cases,
     .data = &(sort_traits){.passes = BY_DISTANCE,
                            .compares = WB_F32,
                            .all_upwards = true,
                            .is_mirrored = true,
                            .has_scores = true},
     .step = step_mirrored},
    {.name = "digits",
     .kind = WB_TASK,
     .shows = "your kernels and your C code: a radix sort by digits of four bits",
     .kernel = "06_bitonic/tasks/digits.comp",
     .cases = digits_cases,
     .data = &(sort_traits){.is_stable = true, .has_digits = true},
     .step = step_digits},
    {.name = "zeros_and_ones",
     .part = &proof,
     .shows = "a network of 16 on runs of zeros and ones: with keys=1048576, on all there are",
     .remark = "it is a proof, not a sort",
     .kernel = "06_bitonic/pass.comp",
     .data = &network,
     .step = step_global},
    {0},
};

static const char *const inputs[] = {"random",     "sorted",  "reversed", "equal", "few",
                                     "organ_pipe", "largest", "special",  NULL};
static const char *const types[] = {"uint32", "int32", "float32", NULL};
static const char *const no_or_yes[] = {"no", "yes", NULL};

// clang-format off
static const wb_param params[] = {
    {"keys", {&lesson.keys}, 1, 1 << 27, "keys",
     "how many, if no file gives them; or 2 to 16 keys themselves: 5,3,8,1", .restarts = true, .typed = &lesson.typed},
    {"input", {&lesson.input}, INPUT_RANDOM, INPUT_SPECIAL, NULL,
     "the keys, if no file gives them; largest: most are the largest there is; special: also NaN, -0 and infinities",
     .names = inputs, .restarts = true},
    {"type", {&lesson.type}, WB_U32, WB_F32, NULL, "of the keys", .names = types, .restarts = true},
    {"pass", {&lesson.pass}, 0, 78, NULL, "the pass that the picture shows; 0: one after the other"},
    {"rows", {&lesson.rows}, 0, 1, NULL,
     "whether up to 4,096 keys are kept after every pass, for the picture, which takes its time",
     .names = no_or_yes, .restarts = true},
    {0},
};
// clang-format on

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "06_bitonic",
            .title = "Bitonic sort, and radix sort beyond",
            .part = &sort,
            .variants = variants,
            .tasks = tasks,
            .params = params,
            .frames = 182,
            .state = &lesson,
            .state_bytes = sizeof lesson,
        },
        argc, argv);
}
