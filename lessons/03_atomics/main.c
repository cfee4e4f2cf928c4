// Lesson 03: atomic operations, by which invocations that know nothing of each other may change one
// variable. Seven parts, each in a file of its own; this one starts them, and has the tables.
#include "atomics.h"
#include "lesson/picture_file.h"

#include <stdlib.h>
#include <string.h>

atomics_state atomics = {
    .count = 1 << 17,
    .group = 512,
    .groups = 528,
    .copies = 32,
    .cells = 144,
    .addresses = 32,
    .stride = 1,
    .density = 0.25f,
    .spread = 1.0f,
};

static const char *const kernels[VARIANT_COUNT] = {
    [HISTOGRAM_GLOBAL] = "03_atomics/histogram_global.comp",
    [HISTOGRAM_GROUP] = "03_atomics/histogram_group.comp",
    [HISTOGRAM_WALK] = "03_atomics/histogram_walk.comp",
    [HISTOGRAM_COPIES] = "03_atomics/histogram_walk.comp",
    [EXERCISE] = "03_atomics/exercise_two_phase.comp",
    [COUNT_THREAD] = "03_atomics/count_thread.comp",
    [COUNT_ONE] = "03_atomics/count_one.comp",
    [COUNT_SPREAD] = "03_atomics/count_spread.comp",
    [COUNT_GROUP] = "03_atomics/count_group.comp",
    [COUNT_PRIVATE] = "03_atomics/count_private.comp",
    [COUNT_LOST] = "03_atomics/count_lost.comp",
    [APPEND_EACH] = "03_atomics/append_each.comp",
    [APPEND_GROUP] = "03_atomics/append_group.comp",
    [APPEND_SCAN] = "03_atomics/append_scan.comp",
    [CELLS] = "03_atomics/cells_count.comp",
    [CELLS_NO_RESET] = "03_atomics/cells_count.comp",
    [SUM_FLOAT] = "03_atomics/sum_float.comp",
    [SUM_FIXED] = "03_atomics/sum_fixed.comp",
    [SUM_WIDE] = "03_atomics/sum_wide.comp",
    [SUM_OVERFLOW] = "03_atomics/sum_fixed.comp",
    [OPERATIONS_BUFFER] = "03_atomics/operations_buffer.comp",
    [OPERATIONS_SHARED] = "03_atomics/operations_shared.comp",
    [CONTENTION_BUFFER] = "03_atomics/contention_buffer.comp",
    [CONTENTION_SHARED] = "03_atomics/contention_shared.comp",
};

static const lesson_part *const parts[] = {&histogram_part, &count_part, &append_part,
                                           &cells_part,     &sum_part,   &operations_part,
                                           &contention_part};

static const wb_variant variants[VARIANT_COUNT + 1]; // at the end of this file

static const lesson_part *current_part(void)
{
    size_t i = 0;
    while (strcmp(parts[i]->name, variants[wb_variant_index()].part) != 0) i++;
    return parts[i];
}

/* ---- Start and end ---- */

static GLuint create_canvas(const char *fragment)
{
    return wb_program_draw("draw/picture.vert", fragment,
                           WB_DEFINES({"BINS", BINS}, {"HISTORY", HISTORY}, {"RESULTS", RESULTS}));
}

static bool create_programs(void)
{
    const lesson_part *part = current_part();
    int copies = wb_variant_index() == HISTOGRAM_COPIES ? atomics.copies : 1;
    const wb_define *constants = WB_DEFINES(
        {"GROUP", atomics.group}, {"BINS", BINS}, {"COPIES", copies}, {"COUNTERS", COUNTERS},
        {"SPACING", SPACING}, {"SUM_ITEMS", SUM_ITEMS}, {"ROUNDS", ROUNDS},
        {"SHARED_WORDS", SHARED_WORDS}, {"VARIABLES", VARIABLES}, {"RESULTS", RESULTS});
    atomics.kernel = wb_program_compute(kernels[wb_variant_index()], constants);
    atomics.clear = wb_program_compute("03_atomics/clear.comp", constants);
    atomics.canvas = create_canvas(part->canvas);
    if (part->second != NULL) atomics.second = wb_program_compute(part->second, constants);
    if (part->curves != NULL) atomics.curves = create_canvas(part->curves);
    return atomics.kernel != 0 && atomics.clear != 0 && atomics.canvas != 0 &&
           (part->second == NULL || atomics.second != 0) &&
           (part->curves == NULL || atomics.curves != 0);
}

static void delete_programs(void)
{
    GLuint *const programs[] = {&atomics.kernel, &atomics.clear, &atomics.second, &atomics.canvas,
                                &atomics.curves};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
}

// For another number of copies; what is in the buffers stays.
static bool rebuild_programs(void)
{
    delete_programs();
    return create_programs();
}

static bool init(void)
{
    return current_part()->init() && create_programs();
}

static void quit(void)
{
    while (wb_buffer_at(0) != NULL) wb_buffer_delete(wb_buffer_at(0));
    delete_programs();
    if (!atomics.has_file) wb_image_free(&atomics.picture);
}

/* ---- What the workbench asks, and the part answers ---- */

static void draw(const wb_view *view)
{
    current_part()->draw(view);
}

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    return current_part()->expect(buffer, steps, expected);
}

static wb_cost cost(void)
{
    return current_part()->cost();
}

static bool verify_buffer(const wb_buffer *buffer)
{
    void *got = copy_of(buffer), *expected = malloc((size_t)buffer->size_bytes);
    if (expected == NULL) wb_error("there is no memory for what %s should hold", buffer->name);
    bool good = got != NULL && expected != NULL && expect(buffer->name, wb_frame(), expected);
    wb_array array = wb_buffer_array(buffer, got);
    good = good && wb_check_equal(buffer->name, &array, expected);
    free(got);
    free(expected);
    return good;
}

// All of the state equals the oracle's exactly; the rest is what the part says of it.
static bool verify(void)
{
    bool good = true;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    for (int i = 0; wb_buffer_at(i) != NULL; i++)
        if (wb_buffer_at(i)->state) good = verify_buffer(wb_buffer_at(i)) && good;
    if (current_part()->verify != NULL) good = current_part()->verify() && good;
    return good;
}

/* ---- Image files ---- */

static bool load(const char *buffer, const char *path)
{
    if (strcmp(buffer, "image") != 0 || current_part() != &histogram_part) {
        wb_error("--load %s=%s: a picture goes into image, for a variant of the part histogram",
                 buffer, path);
        return false;
    }
    wb_image_free(&atomics.picture);
    atomics.has_file = wb_picture_load(&atomics.picture, path);
    return atomics.has_file;
}

static bool dump(const char *buffer, const char *path)
{
    wb_error("--dump %s=%s: this lesson reads pictures, and writes numbers: .npy or .csv", buffer,
             path);
    return false;
}

/* ---- Description ---- */

static const wb_exercise two_phase = {
    .task = "count each group's samples in shared memory, then add its bins to the buffer",
    .kernel = "03_atomics/exercise_two_phase.comp",
    .solution = "03_atomics/solution_two_phase.comp",
    .hints =
        {"first phase: atomicAdd(bins[...], 1u) for each of the invocation's samples, of which "
         "there are `members`. Second phase: a loop over the bins like the one that empties "
         "them, with atomicAdd(histogram[...], bins[bin])",
         "two barrier() calls, outside of every if: one between emptying and counting, one "
         "between counting and adding. Without them an invocation counts into a bin that "
         "another still empties, or adds a bin that others still count in"},
};

static const wb_variant variants[VARIANT_COUNT + 1] = {
    [HISTOGRAM_GLOBAL] = {.name = "global",
                          .part = "histogram",
                          .shows = "one atomicAdd on the buffer for every sample",
                          .limit = "all groups queue for 256 addresses",
                          .step = step_histogram},
    [HISTOGRAM_GROUP] = {.name = "group",
                         .part = "histogram",
                         .shows =
                             "two phases: each group counts in shared memory, then adds its bins",
                         .limit =
                             "a group adds 256 bins, and has counted few samples more than that",
                         .step = step_histogram},
    [HISTOGRAM_WALK] = {.name = "walk",
                        .part = "histogram",
                        .shows = "few groups, which walk over all samples, 16 at a time",
                        .limit = "one atomic in shared memory for every sample",
                        .step = step_histogram},
    [HISTOGRAM_COPIES] = {.name = "copies",
                          .part = "histogram",
                          .shows = "several counters for each bin, in different banks",
                          .limit = "the same atomics; and more counters to clear and to add up",
                          .step = step_histogram},
    [EXERCISE] = {.name = "exercise",
                  .part = "histogram",
                  .shows = "your kernel: the histogram in two phases",
                  .exercise = &two_phase,
                  .step = step_histogram},
    [COUNT_THREAD] = {.name = "count_thread",
                      .part = "count",
                      .shows = "one invocation counts all values, without an atomic",
                      .limit = "one lane of many thousand works",
                      .step = step_count_thread},
    [COUNT_ONE] = {.name = "count_one",
                   .part = "count",
                   .shows = "one invocation a value, one counter for all",
                   .limit = "all atomics go to one address",
                   .step = step_count},
    [COUNT_SPREAD] = {.name = "count_spread",
                      .part = "count",
                      .shows = "256 counters, far apart, and a second dispatch that adds them up",
                      .limit = "still one atomic on the buffer for every value that counts",
                      .step = step_count_spread},
    [COUNT_GROUP] = {.name = "count_group",
                     .part = "count",
                     .shows = "one shared counter a group, then one atomic on the buffer",
                     .limit = "inside a group all atomics go to one shared address",
                     .step = step_count},
    [COUNT_PRIVATE] = {.name = "count_private",
                       .part = "count",
                       .shows = "counts in registers first, then in the group, then on the buffer",
                       .limit = "reading the values",
                       .step = step_count},
    [COUNT_LOST] = {.name = "count_lost",
                    .part = "count",
                    .shows = "count_group with found = found + 1 in place of an atomic",
                    .broken = "a group's additions overwrite each other: one of them is left",
                    .step = step_count},
    [APPEND_EACH] = {.name = "append_each",
                     .part = "append",
                     .shows = "every value that is kept asks for its place in the list",
                     .limit = "one atomic on one address for every value kept",
                     .step = step_append},
    [APPEND_GROUP] = {.name = "append_group",
                      .part = "append",
                      .shows = "places from a shared counter; the group asks for a run of places",
                      .limit = "one shared address in each group",
                      .step = step_append},
    [APPEND_SCAN] = {.name = "append_scan",
                     .part = "append",
                     .shows = "places from a scan, which keeps the order within a group",
                     .limit = "log2(group) rounds with two barriers each",
                     .step = step_append},
    [CELLS] = {.name = "cells",
               .part = "cells",
               .shows = "particles counted in the cells of a box, each with its place in the cell",
               .limit = "crowded particles queue for their cell's counter",
               .step = step_cells},
    [CELLS_NO_RESET] = {.name = "cells_no_reset",
                        .part = "cells",
                        .shows = "counters that nobody sets to zero between two frames",
                        .broken =
                            "the first frame is right; then every particle leaves a trail that "
                            "never fades",
                        .step = step_cells_no_reset},
    [SUM_FLOAT] = {.name = "sum_float",
                   .part = "sum",
                   .shows =
                       "floats added by compare-and-swap; the order decides about the last digits",
                   .limit = "of all that try at a time, one succeeds",
                   .step = step_sum},
    [SUM_FIXED] = {.name = "sum_fixed",
                   .part = "sum",
                   .shows =
                       "fixed point in one word, with as many bits as the count leaves room for",
                   .limit = "32 bits for range and precision together",
                   .step = step_sum},
    [SUM_WIDE] = {.name = "sum_wide",
                  .part = "sum",
                  .shows = "fixed point in two words; the old value of the low one tells the carry",
                  .limit = "two atomics where a carry comes",
                  .step = step_sum},
    [SUM_OVERFLOW] = {.name = "sum_overflow",
                      .part = "sum",
                      .shows = "fixed point in one word with 24 bits behind the point",
                      .broken = "a sum over 256 runs over, and what is left looks like a sum",
                      .step = step_sum},
    [OPERATIONS_BUFFER] = {.name = "operations_buffer",
                           .part = "operations",
                           .shows = "every atomic operation on variables in a buffer",
                           .limit = "each goes to the second-level cache and back",
                           .step = step_operations},
    [OPERATIONS_SHARED] = {.name = "operations_shared",
                           .part = "operations",
                           .shows = "every atomic operation on shared variables",
                           .limit = "a group's invocations go through them one after the other",
                           .step = step_operations},
    [CONTENTION_BUFFER] = {.name = "contention_buffer",
                           .part = "contention",
                           .shows = "additions to few or many counters in a buffer",
                           .limit = "additions to one address wait for each other",
                           .step = step_contention},
    [CONTENTION_SHARED] = {.name = "contention_shared",
                           .part = "contention",
                           .shows = "additions to few or many counters in shared memory",
                           .limit =
                               "the rate of shared atomics, where the hardware merges equal ones",
                           .step = step_contention},
};

static const wb_param params[] = {
    {.name = "count",
     .i = &atomics.count,
     .min = 0,
     .max = 1 << 28,
     .help = "values, particles or invocations; samples, unless they come from a picture",
     .restarts = true},
    {.name = "group",
     .i = &atomics.group,
     .min = 1,
     .max = 1024,
     .unit = "invocations",
     .help = "size of a work group",
     .restarts = true},
    {.name = "source",
     .i = &atomics.source,
     .min = FROM_PICTURE,
     .max = ALL_EQUAL,
     .help = "the samples: 0 a picture, 1 random, 2 all equal",
     .part = "histogram",
     .restarts = true},
    {.name = "copies",
     .i = &atomics.copies,
     .min = 1,
     .max = SHARED_WORDS / BINS,
     .help = "copies: counters for each bin",
     .part = "histogram",
     .rebuild = rebuild_programs},
    {.name = "groups",
     .i = &atomics.groups,
     .min = 1,
     .max = 65535,
     .help = "work groups of those kernels that walk (walk, copies, count_private)"},
    {.name = "density",
     .f = &atomics.density,
     .min = 0,
     .max = 1,
     .help = "count, append: share of the values that count",
     .restarts = true},
    {.name = "cells",
     .i = &atomics.cells,
     .min = 1,
     .max = 2048,
     .help = "cells on each side of the box",
     .part = "cells",
     .restarts = true},
    {.name = "spread",
     .f = &atomics.spread,
     .min = 0,
     .max = 1,
     .help = "how far the particles fly apart; 0: all stay in one cell",
     .part = "cells",
     .restarts = true},
    {.name = "addresses",
     .i = &atomics.addresses,
     .min = 1,
     .max = 65536,
     .help = "counters that the additions go to",
     .part = "contention",
     .restarts = true},
    {.name = "stride",
     .i = &atomics.stride,
     .min = 1,
     .max = 32,
     .unit = "words",
     .help = "from one counter to the next",
     .part = "contention",
     .restarts = true},
    {0},
};

static const char *const cases[] = {
    "histogram: source=0",
    "histogram: source=1 count=0",
    "histogram: source=1 count=1",
    "histogram: source=1 count=15 group=1",
    "histogram: source=1 count=511",
    "histogram: source=1 count=2048 copies=3 groups=1",
    "histogram: source=1 count=65537 group=96 groups=7",
    "histogram: source=2 count=1000003",
    "count: count=0",
    "count: count=1 density=1",
    "count: count=511",
    "count: count=512 density=0",
    "count: count=513",
    "count: count=65537 group=33",
    "count: count=99991 group=1024 density=1",
    "append: count=0",
    "append: count=1 density=1",
    "append: count=511",
    "append: count=512 density=0",
    "append: count=513 density=1",
    "append: count=40009 group=1",
    "append: count=99991 group=96",
    "append: count=262144",
    "cells: count=0 cells=1",
    "cells: count=1",
    "cells: count=513 cells=3",
    "cells: count=99991 cells=61 group=96",
    "cells: count=65536 spread=0",
    "sum: count=0",
    "sum: count=1",
    "sum: count=511 group=16",
    "sum: count=99991 group=96",
    "sum: count=1048576",
    "operations: count=0",
    "operations: count=1",
    "operations: count=511",
    "operations: count=513 group=512",
    "operations: count=9973 group=32",
    "operations: count=65537 group=1024",
    "contention: count=0 addresses=1",
    "contention: count=513 addresses=1",
    "contention: count=4099 addresses=61 stride=3",
    "contention: count=9973 addresses=256 stride=32 group=96",
    "contention: count=70001 addresses=8192",
    NULL,
};

static const char *const bench_cases[] = {
    "histogram: source=0",
    "histogram: source=1 count=16777216",
    "histogram: source=1 count=134217728",
    "histogram: source=2 count=134217728",
    "count: count=65536",
    "count: count=16777216",
    "append: count=16777216 group=32",
    "append: count=16777216 group=256",
    "append: count=16777216 group=1024",
    "cells: count=1048576 spread=1",
    "cells: count=1048576 spread=0.01",
    "cells: count=1048576 spread=0",
    "sum: count=1048576",
    "operations: count=1048576",
    "contention: count=1048576 addresses=1",
    "contention: count=1048576 addresses=2",
    "contention: count=1048576 addresses=4",
    "contention: count=1048576 addresses=8",
    "contention: count=1048576 addresses=16",
    "contention: count=1048576 addresses=32",
    "contention: count=1048576 addresses=64",
    "contention: count=1048576 addresses=128",
    "contention: count=1048576 addresses=256",
    "contention: count=1048576 addresses=1024",
    "contention: count=1048576 addresses=4096",
    "contention: count=1048576 addresses=8192",
    "contention: count=1048576 addresses=16384",
    "contention: count=1048576 addresses=65536",
    NULL,
};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "03_atomics",
            .title = "Atomics",
            .variants = variants,
            .params = params,
            .frames = 90,
            .init = init,
            .draw = draw,
            .quit = quit,
            .state = &atomics,
            .state_bytes = sizeof atomics,
            .cases = cases,
            .check_frames = 3,
            .expect = expect,
            .verify = verify,
            .bench_cases = bench_cases,
            .cost = cost,
            .format = ".png",
            .load = load,
            .dump = dump,
        },
        argc, argv);
}
