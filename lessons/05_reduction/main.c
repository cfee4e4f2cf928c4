// Lesson 05: reduction and scan.
// Many numbers become one: a sum, by a tree in each work group, level after level. Then the sums of
// all beginnings of an array at once, which is what parallel programs count places with.
// Open steps.c first: the dispatches; and common/compute/scan.c for the scans.
#include "oracle.h"
#include "picture.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

/* ---- Parts ---- */

// Sums. Cases with more levels come first: --drop-barrier wants to find its barrier in every case.
// The last bench case is more than a block holds on Mesa's software driver.
static const wb_part sum = {
    .name = "sum",
    .is_flat = true,
    .init = sum_init,
    .draw = sum_draw,
    .quit = lesson_quit,
    .expect = sum_expect,
    .inputs = sum_inputs,
    .verify = wb_verify_state, // without a barrier: each step ends with one for the read-back
    .check_frames = 2,
    .cases = {"count=50000", "count=65537 group=256 vectors=3", "count=1048583 group=256 vectors=8",
              "count=4095 vectors=1", "count=4097 group=1024", "count=65", "count=127 group=128",
              "count=64", "count=63", "count=2 group=32", "count=1"},
    .cost = sum_cost,
    .bench_cases = {"count=1048576 group=256", "count=33554432 group=256 vectors=32",
                    "count=134217728 group=512"},
    .status = count_status,
};

// The largest number alone: a task, with the sum's levels and its buffers.
static const wb_part largest = {
    .name = "largest",
    .init = largest_init,
    .draw = sum_draw,
    .quit = lesson_quit,
    .expect = largest_expect,
    .inputs = largest_inputs,
    .verify = wb_verify_state, // as in sum
    .check_frames = 2,
    .cases = {"count=50021", "count=65", "count=1"},
    .status = count_status,
};

// The largest number, and its place: a task.
static const wb_part argmax = {
    .name = "argmax",
    .is_flat = true,
    .init = argmax_init,
    .draw = argmax_draw,
    .quit = lesson_quit,
    .expect = argmax_expect,
    .verify = wb_verify_state, // as in sum
    .check_frames = 2,
    .cases = {"count=50021", "count=1"},
    .status = count_status,
};

static const wb_part particles = {
    .name = "particles",
    .init = particles_init,
    .draw = particles_draw,
    .quit = lesson_quit,
    .verify = particles_verify,
    .check_frames = 2,
    .cases = {"count=50021", "count=1", "count=127", "count=128", "count=129", "count=262144"},
    .cost = particles_cost,
    .bench_cases = {"count=1048576", "count=8388608"},
    .status = particles_status,
};

static const wb_part rounding = {
    .name = "rounding",
    .is_flat = true,
    .init = rounding_init,
    .draw = rounding_draw,
    .quit = lesson_quit,
    .expect = rounding_expect,
    .verify = rounding_verify, // without a barrier, as in sum
    .check_frames = 2,
    .cases = {"terms=2", "terms=13", "terms=17"},
    .cost = rounding_cost,
    .bench_cases = {"terms=20"},
    .status = rounding_status,
};

static const wb_part scan = {
    .name = "scan",
    .is_flat = true,
    .init = scan_init,
    .draw = scan_draw,
    .quit = lesson_quit,
    .expect = scan_expect,
    .verify = scan_verify,
    .check_frames = 2,
    .cases = {"count=65537", "count=1", "count=255", "count=4095", "count=4096", "count=4097",
              "count=1048583"},
    .cost = scan_cost,
    .bench_cases = {"count=1048576", "count=16777216", "count=33554432", "count=67108864"},
    .status = count_status,
};

// A scan in each work group alone: a task.
static const wb_part groups = {
    .name = "groups",
    .init = scan_group_init,
    .draw = scan_group_draw,
    .quit = lesson_quit,
    .expect = scan_group_expect,
    .inputs = scan_group_inputs,
    .verify = wb_verify_state, // as in sum
    .check_frames = 2,
    .cases = {"count=1000", "count=257", "count=1"},
    .status = count_status,
};

// The largest number before each: the last task.
static const wb_part horizon = {
    .name = "horizon",
    .is_flat = true,
    .init = horizon_init,
    .draw = horizon_draw,
    .quit = lesson_quit,
    .expect = horizon_expect,
    .verify = scan_verify,
    .check_frames = 2,
    .cases = {"count=20021", "count=1"},
    .status = count_status,
};

/* ---- Variants ---- */

static const wb_variant variants[] = {
    {.name = "atomic",
     .part = &sum,
     .shows = "one atomic addition for each number",
     .remark = "all invocations queue for one word",
     .kernel = "05_reduction/atomic.comp",
     .data = &(reduction_traits){.is_atomic = true},
     .step = step_sum_atomic},
    {.name = "interleaved",
     .part = &sum,
     .shows = "a tree in shared memory, neighbours first",
     .remark = "the adding invocations are spread over all subgroups",
     .kernel = "05_reduction/interleaved.comp",
     .data = &(reduction_traits){.folds_evenly = true},
     .step = step_sum},
    {.name = "sequential",
     .part = &sum,
     .shows = "the tree folded in halves: the adding invocations stand side by side",
     .remark = "half of the invocations only load a number",
     .kernel = "05_reduction/sequential.comp",
     .step = step_sum},
    {.name = "first_add",
     .part = &sum,
     .shows = "adds two numbers while loading",
     .remark = "too few bytes under way at a time",
     .kernel = "05_reduction/first_add.comp",
     .data = &(reduction_traits){.adds_two = true},
     .step = step_sum},
    {.name = "vectors",
     .part = &sum,
     .shows = "many numbers for each invocation, loaded 16 bytes at a time",
     .remark = "reading; and a few barriers for each group",
     .kernel = "05_reduction/vectors.comp",
     .data = &(reduction_traits){.loads_vectors = true},
     .step = step_sum},
    {.name = "subgroup",
     .part = &sum,
     .shows = "subgroup operations in place of the tree; where the driver has none, an "
              "atomic addition to shared memory",
     .remark = "reading",
     .kernel = "05_reduction/subgroup.comp",
     .data = &(reduction_traits){.loads_vectors = true, .wants_subgroups = true},
     .step = step_sum},
    {.name = "lost_partials",
     .kind = WB_BROKEN,
     .part = &sum,
     .shows = "takes the second level for the last",
     .remark = "a sum that is 78 times too small: the first 64 partial sums of 782",
     .kernel = "05_reduction/sequential.comp",
     .data = &(reduction_traits){.last_kernel = "05_reduction/lost_partials.comp"},
     .step = step_lost_partials},
    {.name = "no_neutral",
     .kind = WB_BROKEN,
     .part = &sum,
     .shows = "invocations beyond the end load the last number, not 0",
     .remark = "a sum two thirds too large: on each level the last number counts 50 times",
     .kernel = "05_reduction/no_neutral.comp",
     .step = step_sum},
    {.name = "no_barrier",
     .kind = WB_BROKEN,
     .part = &sum,
     .shows = "no barrier() between the rounds of the tree",
     .remark = "a sum that is too small, on a GPU by something else each time",
     .finding = "race",
     .kernel = "05_reduction/no_barrier.comp",
     .step = step_sum},
    {.name = "no_memory_barrier",
     .kind = WB_BROKEN,
     .part = &sum,
     .shows = "no glMemoryBarrier between the levels",
     .remark = "nothing, on most drivers: only the barrier checker sees it",
     .kernel = "05_reduction/sequential.comp",
     .step = step_no_memory_barrier},
    {.name = "filler",
     .kind = WB_TASK,
     .part = &sum,
     .shows = "the sum that is too large, to be mended",
     .kernel = "05_reduction/tasks/filler.comp",
     .cases = filler_cases,
     .step = step_sum},
    {.name = "largest",
     .kind = WB_TASK,
     .part = &largest,
     .shows = "your line: the largest number",
     .kernel = "05_reduction/tasks/largest.comp",
     .data = &(reduction_traits){.is_own = true},
     .cases = maximum_cases,
     .step = step_sum},
    {.name = "argmax",
     .kind = WB_TASK,
     .part = &argmax,
     .shows = "your kernel: the largest number, and where it is",
     .kernel = "05_reduction/tasks/argmax.comp",
     .cases = largest_cases,
     .step = step_argmax},
    {.name = "scan_group",
     .kind = WB_TASK,
     .part = &groups,
     .shows = "your rounds: a scan in each work group",
     .kernel = "05_reduction/tasks/scan_group.comp",
     .cases = group_cases,
     .step = step_scan_group},
    {.name = "horizon",
     .kind = WB_TASK,
     .part = &horizon,
     .shows = "your kernel and your dispatches: the largest number before each",
     .kernel = "05_reduction/tasks/horizon.comp",
     .cases = highest_cases,
     .step = step_horizon},
    {.name = "particles",
     .part = &particles,
     .shows = "smallest and largest coordinates, and the centre of mass, in one go",
     .remark = "reading, 16 bytes a particle",
     .kernel = "05_reduction/particles.comp",
     .step = step_particles},
    {.name = "rounding",
     .part = &rounding,
     .shows = "one float sum in four ways, and how far each is off",
     .remark = "three of the four are one invocation's work",
     .kernel = "05_reduction/running.comp",
     .step = step_rounding},
    {.name = "scan_naive",
     .part = &scan,
     .shows = "prefix sums, a dispatch over the whole array for each round",
     .remark = "log2(n) + 1 times reading and writing the array",
     .kernel = "05_reduction/shift_add.comp",
     .data = &(reduction_traits){.in_rounds = true},
     .step = step_scan_naive},
    {.name = "scan_plain",
     .part = &scan,
     .shows = "prefix sums in three dispatches, by kernels of a few lines",
     .remark = "a number for each invocation, and two barriers a round",
     .kernel = "05_reduction/scan_tiles.comp",
     .data = &(reduction_traits){.is_plain = true},
     .step = step_scan_plain},
    {.name = "scan_three",
     .part = &scan,
     .shows = "prefix sums in three dispatches: sum up tiles, scan the sums, scan tiles",
     .remark = "reads everything twice",
     .kernel = "scan/tiles.comp",
     .step = step_scan},
    {.name = "scan_single",
     .part = &scan,
     .shows = "prefix sums in a single pass: tiles look back at their predecessors",
     .remark = "a read and a write: a copy does as much",
     .kernel = "scan/single_pass.comp",
     .data = &(reduction_traits){.in_single_pass = true},
     .step = step_scan},
    {0},
};

/* ---- Parameters ---- */

static const char *const number_choices[] = {"hills", "wide", "near", "rising",
                                             "zeros", "ones", NULL};

// clang-format off
static const wb_param params[] = {
    {"count", {&lesson.count}, 1, 1 << 28, "numbers or particles", "how many", .restarts = true},
    {"numbers", {&lesson.numbers}, 0, NUMBERS_COUNT - 1, NULL, "the values; wide: any 32 bits; near: the three largest", .names = number_choices, .restarts = true},
    {"group", {&lesson.group}, 32, 1024, "invocations", "sum: in a work group; a power of two", &sum, .rebuild = rebuild},
    {"vectors", {&lesson.vectors}, 1, 256, NULL, "vectors, subgroup: loads of 16 bytes for each invocation", &sum, .rebuild = rebuild},
    {"terms", {&lesson.terms}, 2, 22, NULL, "rounding: log2 of how many numbers", &rounding, .restarts = true},
    {0},
};
// clang-format on

int main(int argc, char **argv)
{
    return wb_main(&(wb_lesson){.id = "05_reduction",
                                .title = "Reduction and scan",
                                .variants = variants,
                                .tasks = tasks,
                                .first = "sequential",
                                .params = params,
                                .frames = 60,
                                .state = &lesson,
                                .state_bytes = sizeof lesson,
                                .orbit = &(wb_orbit){.target = {0.35f, -0.1f, 0.0f},
                                                     .distance = 8.4f,
                                                     .yaw = 68,
                                                     .pitch = 33,
                                                     .field_of_view = 45},
                                .hovers = true},
                   argc, argv);
}
