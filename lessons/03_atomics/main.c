// Lesson 03: atomics. Seven parts, from a histogram to the price of meeting at one address, and
// this is the table of them. Open steps.c first: what each frame does.
#include "oracle.h"
#include "picture.h"
#include "scene.h"
#include "state.h"
#include "steps.h"

/* ---- Parts ---- */

static const wb_part histogram = {
    .name = "histogram",
    .init = histogram_init,
    .draw = histogram_draw,
    .quit = lesson_quit,
    .expect = histogram_expect,
    .check_frames = 3,
    .cases = {"source=0", "source=1 count=0", "source=1 count=1", "source=1 count=15 group=1",
              "source=1 count=511", "source=1 count=2048 copies=3 groups=1",
              "source=1 count=65537 group=96 groups=7", "source=2 count=1000003"},
    .cost = histogram_cost,
    .bench_cases = {"source=0", "source=1 count=16777216", "source=1 count=134217728",
                    "source=2 count=134217728"},
};

static const wb_part count = {
    .name = "count",
    .init = count_init,
    .draw = count_draw,
    .cells = count_cells,
    .quit = lesson_quit,
    .expect = count_expect,
    .check_frames = 3,
    .cases = {"count=0", "count=1 density=1", "count=511", "count=512 density=0", "count=513",
              "count=65537 group=33", "count=99991 group=1024 density=1"},
    .cost = count_cost,
    .bench_cases = {"count=65536", "count=16777216"},
};

static const wb_part append = {
    .name = "append",
    .init = append_init,
    .draw = append_draw,
    .cells = append_cells,
    .quit = lesson_quit,
    .expect = append_expect,
    .verify = append_verify,
    .check_frames = 3,
    .cases = {"count=0", "count=1 density=1", "count=511", "count=512 density=0",
              "count=513 density=1", "count=40009 group=1", "count=99991 group=96", "count=262144"},
    .cost = append_cost,
    .bench_cases = {"count=16777216 group=32", "count=16777216 group=256",
                    "count=16777216 group=1024"},
};

static const wb_part cells = {
    .name = "cells",
    .init = cells_init,
    .draw = cells_draw,
    .quit = lesson_quit,
    .expect = cells_expect,
    .verify = cells_verify,
    .check_frames = 3,
    .cases = {"count=0 cells=1", "count=1", "count=513 cells=3", "count=99991 cells=61 group=96",
              "count=65536 spread=0"},
    .cost = cells_cost,
    .bench_cases = {"count=1048576 spread=1", "count=1048576 spread=0.01",
                    "count=1048576 spread=0"},
};

static const wb_part sum = {
    .name = "sum",
    .init = sum_init,
    .draw = sum_draw,
    .quit = lesson_quit,
    .expect = sum_expect,
    .verify = sum_verify,
    .check_frames = 3,
    .cases = {"count=0", "count=1", "count=511 group=16", "count=99991 group=96", "count=1048576"},
    .cost = sum_cost,
    .bench_cases = {"count=1048576"},
};

static const wb_part operations = {
    .name = "operations",
    .init = operations_init,
    .draw = operations_draw,
    .quit = lesson_quit,
    .expect = operations_expect,
    .verify = operations_verify,
    .check_frames = 3,
    .cases = {"count=0", "count=1", "count=511", "count=513 group=512", "count=9973 group=32",
              "count=65537 group=1024"},
    .cost = operations_cost,
    .bench_cases = {"count=1048576"},
};

static const wb_part contention = {
    .name = "contention",
    .init = contention_init,
    .draw = contention_draw,
    .quit = lesson_quit,
    .expect = contention_expect,
    .check_frames = 3,
    .cases = {"count=0 addresses=1", "count=513 addresses=1", "count=4099 addresses=61 stride=3",
              "count=9973 addresses=256 stride=32 group=96", "count=70001 addresses=8192"},
    .cost = contention_cost,
    .bench_cases = {"count=1048576 addresses=1", "count=1048576 addresses=2",
                    "count=1048576 addresses=4", "count=1048576 addresses=8",
                    "count=1048576 addresses=16", "count=1048576 addresses=32",
                    "count=1048576 addresses=64", "count=1048576 addresses=128",
                    "count=1048576 addresses=256", "count=1048576 addresses=1024",
                    "count=1048576 addresses=4096", "count=1048576 addresses=8192",
                    "count=1048576 addresses=16384", "count=1048576 addresses=65536"},
};

/* ---- Variants ---- */

static const wb_exercise two_phase = {
    .task = "count each group's samples in shared memory, then add its bins to the buffer",
    .solution = "03_atomics/solution_two_phase.comp",
    .hints =
        {"first phase: atomicAdd(bins[...], 1u) for each of the invocation's samples, of which "
         "there are `members`. Second phase: a loop over the bins like the one that empties "
         "them, with atomicAdd(histogram[...], bins[bin])",
         "two barrier() calls, outside of every if: one between emptying and counting, one "
         "between counting and adding. Without them an invocation counts into a bin that "
         "another still empties, or adds a bin that others still count in"},
};

// clang-format off
static const wb_variant variants[] = {
    {.name = "global", .part = &histogram,
     .shows = "one atomicAdd on the buffer for every sample",
     .remark = "all groups queue for 256 addresses",
     .kernel = "03_atomics/histogram_global.comp",
     .step = step_histogram},
    {.name = "group", .part = &histogram,
     .shows = "two phases: each group counts in shared memory, then adds its bins",
     .remark = "a group adds 256 bins, and has counted few samples more than that",
     .kernel = "03_atomics/histogram_group.comp",
     .step = step_histogram},
    {.name = "walk", .part = &histogram,
     .shows = "few groups, which walk over all samples, 16 at a time",
     .remark = "one atomic in shared memory for every sample",
     .kernel = "03_atomics/histogram_walk.comp",
     .step = step_histogram_walk},
    {.name = "copies", .part = &histogram,
     .shows = "several counters for each bin, in different banks",
     .remark = "the same atomics; and more counters to clear and to add up",
     .kernel = "03_atomics/histogram_walk.comp",
     .data = &(lesson_way){.has_copies = true},
     .step = step_histogram_walk},
    {.name = "exercise", .kind = WB_EXERCISE, .part = &histogram,
     .shows = "your kernel: the histogram in two phases",
     .kernel = "03_atomics/exercise_two_phase.comp",
     .exercise = &two_phase,
     .step = step_histogram},
    {.name = "count_thread", .part = &count,
     .shows = "one invocation counts all values, without an atomic",
     .remark = "one lane of many thousand works",
     .kernel = "03_atomics/count_thread.comp",
     .data = &(lesson_way){.most_values = MOST_FOR_ONE},
     .step = step_count_thread},
    {.name = "count_one", .part = &count,
     .shows = "one invocation a value, one counter for all",
     .remark = "all atomics go to one address",
     .kernel = "03_atomics/count_one.comp",
     .step = step_count},
    {.name = "count_spread", .part = &count,
     .shows = "256 counters, far apart, and a second dispatch that adds them up",
     .remark = "still one atomic on the buffer for every value that counts",
     .kernel = "03_atomics/count_spread.comp",
     .data = &(lesson_way){.is_spread = true},
     .step = step_count_spread},
    {.name = "count_group", .part = &count,
     .shows = "one shared counter a group, then one atomic on the buffer",
     .remark = "inside a group all atomics go to one shared address",
     .kernel = "03_atomics/count_group.comp",
     .step = step_count},
    {.name = "count_private", .part = &count,
     .shows = "counts in registers first, then in the group, then on the buffer",
     .remark = "reading the values",
     .kernel = "03_atomics/count_private.comp",
     .step = step_count_private},
    {.name = "count_lost", .kind = WB_BROKEN, .part = &count,
     .shows = "count_group with found = found + 1 in place of an atomic",
     .remark = "a group's additions overwrite each other: one of them is left",
     .finding = "race-same-value",
     .kernel = "03_atomics/count_lost.comp",
     .step = step_count},
    {.name = "append_each", .part = &append,
     .shows = "every value that is kept asks for its place in the list",
     .remark = "one atomic on one address for every value kept",
     .kernel = "03_atomics/append_each.comp",
     .step = step_append},
    {.name = "append_group", .part = &append,
     .shows = "places from a shared counter; the group asks for a run of places",
     .remark = "one shared address in each group",
     .kernel = "03_atomics/append_group.comp",
     .step = step_append},
    {.name = "append_scan", .part = &append,
     .shows = "places from a scan, which keeps the order within a group",
     .remark = "log2(group) rounds with two barriers each",
     .kernel = "03_atomics/append_scan.comp",
     .step = step_append},
    {.name = "cells", .part = &cells,
     .shows = "particles counted in the cells of a box, each with its place in the cell",
     .remark = "crowded particles queue for their cell's counter",
     .kernel = "03_atomics/cells_count.comp",
     .step = step_cells},
    {.name = "cells_no_reset", .kind = WB_BROKEN, .part = &cells,
     .shows = "counters that nobody sets to zero between two frames",
     .remark = "the first frame is right; then every particle leaves a trail that never fades",
     .kernel = "03_atomics/cells_count.comp",
     .step = step_cells_no_reset},
    {.name = "sum_float", .part = &sum,
     .shows = "floats added by compare-and-swap; the order decides about the last digits",
     .remark = "of all that try at a time, one succeeds",
     .kernel = "03_atomics/sum_float.comp",
     .data = &(lesson_way){.is_float = true},
     .step = step_sum_float},
    {.name = "sum_fixed", .part = &sum,
     .shows = "fixed point in one word, with as many bits as the count leaves room for",
     .remark = "32 bits for range and precision together",
     .kernel = "03_atomics/sum_fixed.comp",
     .data = &(lesson_way){.makes_room = true},
     .step = step_sum_fixed},
    {.name = "sum_wide", .part = &sum,
     .shows = "fixed point in two words; the old value of the low one tells the carry",
     .remark = "two atomics where a carry comes",
     .kernel = "03_atomics/sum_wide.comp",
     .step = step_sum_fixed},
    {.name = "sum_overflow", .kind = WB_BROKEN, .part = &sum,
     .shows = "fixed point in one word with 24 bits behind the point",
     .remark = "a sum over 256 runs over, and what is left looks like a sum",
     .kernel = "03_atomics/sum_fixed.comp",
     .step = step_sum_fixed},
    {.name = "operations_buffer", .part = &operations,
     .shows = "every atomic operation on variables in a buffer",
     .remark = "each goes to the second-level cache and back",
     .kernel = "03_atomics/operations_buffer.comp",
     .step = step_operations},
    {.name = "operations_shared", .part = &operations,
     .shows = "every atomic operation on shared variables",
     .remark = "a group's invocations go through them one after the other",
     .kernel = "03_atomics/operations_shared.comp",
     .data = &(lesson_way){.in_shared_memory = true},
     .step = step_operations},
    {.name = "contention_buffer", .part = &contention,
     .shows = "additions to few or many counters in a buffer",
     .remark = "additions to one address wait for each other",
     .kernel = "03_atomics/contention_buffer.comp",
     .step = step_contention},
    {.name = "contention_shared", .part = &contention,
     .shows = "additions to few or many counters in shared memory",
     .remark = "the rate of shared atomics, where the hardware merges equal ones",
     .kernel = "03_atomics/contention_shared.comp",
     .data = &(lesson_way){.in_shared_memory = true},
     .step = step_contention},
    {0},
};
// clang-format on

/* ---- Parameters ---- */

// clang-format off
static const wb_param params[] = {
    {"count", {&lesson.count}, 0, 1 << 28, NULL, "values, particles or invocations; samples, unless they come from a picture", .restarts = true},
    {"group", {&lesson.group}, 1, 1024, "invocations", "size of a work group", .restarts = true},
    {"source", {&lesson.source}, FROM_PICTURE, ALL_EQUAL, NULL, "the samples: 0 a picture, 1 random, 2 all equal", &histogram, .restarts = true},
    {"copies", {&lesson.copies}, 1, SHARED_WORDS / BINS, NULL, "copies: counters for each bin", &histogram, .rebuild = histogram_rebuild},
    {"groups", {&lesson.groups}, 1, 65535, NULL, "work groups of those kernels that walk (walk, copies, count_private)"},
    {"density", {.f = &lesson.density}, 0, 1, NULL, "count, append: share of the values that count", .restarts = true},
    {"cells", {&lesson.cells}, 1, 2048, NULL, "cells on each side of the box", &cells, .restarts = true},
    {"spread", {.f = &lesson.spread}, 0, 1, NULL, "how far the particles fly apart; 0: all stay in one cell", &cells, .restarts = true},
    {"addresses", {&lesson.addresses}, 1, 65536, NULL, "counters that the additions go to", &contention, .restarts = true},
    {"stride", {&lesson.stride}, 1, 32, "words", "from one counter to the next", &contention, .restarts = true},
    {0},
};
// clang-format on

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "03_atomics",
            .title = "Atomics",
            .variants = variants,
            .params = params,
            .frames = 90,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .format = ".png",
            .load = scene_load,
            .dump = scene_dump,
        },
        argc, argv);
}
