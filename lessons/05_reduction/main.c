// Lesson 05: reduction and scan.
// Many numbers become one: a sum, by a tree in each work group, level after level. Then the sums of
// all beginnings of an array at once, which is what parallel programs count places with.
#include "lesson/lesson.h"
#include "oracle.h"
#include "particles.h"
#include "rounding.h"
#include "scans.h"
#include "sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum { LARGEST_VALUE = 99 }; // of the lesson's own numbers

// The variants: the sums' ways first.
enum { PARTICLES = SUMS_WAYS, ROUNDING, SCAN_NAIVE, SCAN_THREE, SCAN_SINGLE };

/* ---- State ---- */

static struct {
    int count, terms; // parameters, like sums.group and sums.vectors

    wb_buffer values; // count numbers: of the sums, and of the scans
    sums_part sums;
    particles_part particles;
    rounding_part rounding;
    scans_part scans;
} lesson = {.count = 50000, .terms = 20, .sums = {.group = 64, .vectors = 8}};

static int variant(void)
{
    return wb_variant_index();
}

static bool is_scan(void)
{
    return variant() >= SCAN_NAIVE;
}

/* ---- Start and end ---- */

// A silhouette of hills, rough on top: values from 0 to LARGEST_VALUE.
static uint32_t hill_value(wb_random *random, float x)
{
    static const float hills[4][3] = {
        {0.18f, 0.11f, 0.75f}, {0.42f, 0.07f, 0.45f}, {0.63f, 0.13f, 1.0f}, {0.90f, 0.06f, 0.55f}};
    float height = 0.06f;
    for (int i = 0; i < 4; i++) {
        float d = (x - hills[i][0]) / hills[i][1];
        height += d * d < 1.0f ? hills[i][2] * (1.0f - d * d) * (1.0f - d * d) : 0.0f;
    }
    float rough = 0.6f + 0.4f * wb_random_float(random);
    return (uint32_t)(height * rough * LARGEST_VALUE / 1.06f);
}

static bool create_values(void)
{
    uint32_t *start = malloc((size_t)lesson.count * sizeof *start);
    if (start == NULL) {
        wb_error("there is no memory for %d numbers", lesson.count);
        return false;
    }
    wb_random random = wb_random_seed(wb_seed());
    for (int i = 0; i < lesson.count; i++)
        start[i] = hill_value(&random, (float)i / (float)lesson.count);
    bool good = wb_buffer_create(&lesson.values, &(wb_buffer_desc){.name = "values",
                                                                   .type = WB_U32,
                                                                   .shape = {(size_t)lesson.count},
                                                                   .data = start,
                                                                   .state = true});
    free(start);
    return good;
}

// The file decides how many numbers there are.
static bool take_shape_of_file(void)
{
    bool given;
    wb_array shape = {.type = WB_U32};
    if (!wb_load_shape("values", &shape, &given)) return !given;
    size_t count = wb_array_count(&shape);
    if (shape.type == WB_U32 && shape.dimensions == 1 && count > 0 && count <= 1u << 28) {
        lesson.count = (int)count;
        return true;
    }
    char text[100];
    wb_error("--load values: the file holds %s %s; wanted is one row of 1 to %d numbers, uint32",
             wb_array_shape_text(&shape, text, sizeof text), wb_type_name(shape.type), 1 << 28);
    return false;
}

static bool init(void)
{
    if (variant() == PARTICLES)
        return particles_create(&lesson.particles, &lesson.count, wb_seed());
    if (variant() == ROUNDING) return rounding_create(&lesson.rounding, lesson.terms, wb_seed());
    if (!take_shape_of_file() || !create_values()) return false;
    if (!is_scan()) return sums_create(&lesson.sums, (sums_way)variant(), &lesson.values);
    return scans_create(&lesson.scans, lesson.count, (scans_way)(variant() - SCAN_NAIVE));
}

static bool rebuild_sums(void)
{
    return variant() >= SUMS_WAYS || sums_rebuild(&lesson.sums);
}

static void quit(void)
{
    sums_delete(&lesson.sums);
    particles_delete(&lesson.particles);
    rounding_delete(&lesson.rounding);
    scans_delete(&lesson.scans);
    wb_buffer_delete(&lesson.values);
}

/* ---- The steps ---- */

static void step_atomic(void)
{
    sums_step_atomic(&lesson.sums);
}

static void step_tree(void)
{
    sums_step_tree(&lesson.sums);
}

static void step_lost_partials(void)
{
    sums_step_lost_partials(&lesson.sums);
}

static void step_no_memory_barrier(void)
{
    sums_step_no_memory_barrier(&lesson.sums);
}

static void step_argmax(void)
{
    sums_step_argmax(&lesson.sums);
}

static void step_particles(void)
{
    particles_step(&lesson.particles);
}

static void step_rounding(void)
{
    rounding_step(&lesson.rounding);
}

static void step_scan_naive(void)
{
    scans_step_naive(&lesson.scans, &lesson.values);
}

static void step_scan(void)
{
    scans_step_block(&lesson.scans, &lesson.values);
}

/* ---- The picture ---- */

static void draw(const wb_view *view)
{
    if (variant() == PARTICLES)
        particles_draw(&lesson.particles, view);
    else if (variant() == ROUNDING)
        rounding_draw(&lesson.rounding, view);
    else if (is_scan())
        scans_draw(&lesson.scans, &lesson.values, view);
    else
        sums_draw(&lesson.sums, view);
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    (void)steps; // a frame computes the same once more
    if (variant() == ROUNDING && strcmp(buffer, "sums") == 0)
        return rounding_expect(&lesson.rounding, expected);
    const uint32_t *values = wb_start_state("values");
    size_t count = (size_t)lesson.count;
    if (values == NULL) return false;
    if (strcmp(buffer, "sum") == 0)
        *(uint32_t *)expected = oracle_sum(values, count);
    else if (strcmp(buffer, "largest") == 0)
        oracle_argmax(values, count, expected);
    else if (strcmp(buffer, "prefix") == 0)
        oracle_scan(values, count, expected);
    else
        return false;
    return true;
}

// The part's result, exactly; only the centre of mass has a tolerance.
static bool verify(void)
{
    if (variant() == PARTICLES) return particles_verify(&lesson.particles);
    // For glGetBufferSubData. The steps of the other parts end with this barrier already.
    if (is_scan()) glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    return wb_verify_state();
}

static wb_cost cost(void)
{
    double count = lesson.count;
    if (variant() == PARTICLES)
        return (wb_cost){
            .read_bytes = 16 * count, .written_bytes = 48, .items = count, .item = "particles"};
    if (variant() == ROUNDING) {
        double terms = (double)(1 << lesson.terms);
        return (wb_cost){
            .read_bytes = 4 * terms, .written_bytes = 4 * terms, .items = terms, .item = "terms"};
    }
    if (is_scan())
        return (wb_cost){
            .read_bytes = 4 * count, .written_bytes = 4 * count, .items = count, .item = "numbers"};
    return (wb_cost){
        .read_bytes = 4 * count, .written_bytes = 4, .items = count, .item = "numbers"};
}

static void status(char *text, size_t size)
{
    if (variant() == ROUNDING)
        snprintf(text, size, "2^%d numbers", lesson.terms);
    else
        snprintf(text, size, "%d %s", lesson.count,
                 variant() == PARTICLES ? "particles" : "numbers");
}

/* ---- The description ---- */

static const wb_exercise argmax = {
    .task = "carry candidates through the tree: in the kernel below, write which of two candidates "
            "is the better one, so that the result is the largest number and its place",
    .kernel = "05_reduction/exercise_argmax.comp",
    .solution = "05_reduction/solution_argmax.comp",
    .hints = {"a candidate is a uvec2: .x is the number, .y its place; whoever has the larger "
              "number wins",
              "of two equal numbers, the one further in front (with the smaller .y) wins: without "
              "that rule the result would depend on who meets whom first; and NOBODY loses against "
              "everybody, because its place is the largest there is"},
};

static const wb_variant variants[] = {
    [SUMS_ATOMIC] = {.name = "atomic",
                     .part = "sum",
                     .shows = "one atomic addition for each number",
                     .limit = "everybody queues for one word",
                     .step = step_atomic},
    [SUMS_INTERLEAVED] = {.name = "interleaved",
                          .part = "sum",
                          .shows = "a tree in shared memory, neighbours first",
                          .limit = "those who add are spread over all subgroups",
                          .step = step_tree},
    [SUMS_SEQUENTIAL] = {.name = "sequential",
                         .part = "sum",
                         .shows = "the tree folded in halves: those who add stand side by side",
                         .limit = "half of the invocations only load a number",
                         .step = step_tree},
    [SUMS_FIRST_ADD] = {.name = "first_add",
                        .part = "sum",
                        .shows = "adds two numbers while loading",
                        .limit = "too few bytes under way at a time",
                        .step = step_tree},
    [SUMS_VECTORS] = {.name = "vectors",
                      .part = "sum",
                      .shows = "many numbers for each invocation, loaded 16 bytes at a time",
                      .limit = "reading; and a few barriers for each group",
                      .step = step_tree},
    [SUMS_SUBGROUP] =
        {.name = "subgroup",
         .part = "sum",
         .shows = "subgroup operations in place of the tree; where the driver has none, an "
                  "atomic addition to shared memory",
         .limit = "reading",
         .step = step_tree},
    [SUMS_LOST_PARTIALS] = {.name = "lost_partials",
                            .part = "sum",
                            .shows = "takes the second level for the last",
                            .broken =
                                "a sum that is far too small: the first 64 partial sums of 782",
                            .step = step_lost_partials},
    [SUMS_NO_NEUTRAL] = {.name = "no_neutral",
                         .part = "sum",
                         .shows = "who is beyond the end loads the last number, not 0",
                         .broken =
                             "a sum that is a little too large, unless the groups come out even",
                         .step = step_tree},
    [SUMS_NO_BARRIER] = {.name = "no_barrier",
                         .part = "sum",
                         .shows = "no barrier() between the rounds of the tree",
                         .broken = "a sum that is too small, on a GPU by something else each time",
                         .step = step_tree},
    [SUMS_NO_MEMORY_BARRIER] = {.name = "no_memory_barrier",
                                .part = "sum",
                                .shows = "no glMemoryBarrier between the levels",
                                .broken =
                                    "nothing, on most drivers: only the barrier checker sees it",
                                .step = step_no_memory_barrier},
    [SUMS_ARGMAX] = {.name = "exercise",
                     .part = "argmax",
                     .shows = "your kernel: the largest number, and where it is",
                     .exercise = &argmax,
                     .step = step_argmax},
    [PARTICLES] = {.name = "particles",
                   .part = "particles",
                   .shows = "smallest and largest coordinates, and the centre of mass, in one go",
                   .limit = "reading, 16 bytes a particle",
                   .step = step_particles},
    [ROUNDING] = {.name = "rounding",
                  .part = "rounding",
                  .shows = "one float sum in four ways, and how far each is off",
                  .limit = "three of the four are one invocation's work",
                  .step = step_rounding},
    [SCAN_NAIVE] = {.name = "scan_naive",
                    .part = "scan",
                    .shows = "prefix sums, a dispatch over the whole array for each round",
                    .limit = "log2(n) + 1 times reading and writing the array",
                    .step = step_scan_naive},
    [SCAN_THREE] = {.name = "scan_three",
                    .part = "scan",
                    .shows = "prefix sums in three dispatches: sum up tiles, scan the sums, scan "
                             "tiles",
                    .limit = "reads everything twice",
                    .step = step_scan},
    [SCAN_SINGLE] = {.name = "scan_single",
                     .part = "scan",
                     .shows = "prefix sums in a single pass: tiles look back at their predecessors",
                     .limit = "a read and a write: a copy does as much",
                     .step = step_scan},
    {0},
};

static const wb_param params[] = {
    {.name = "count",
     .i = &lesson.count,
     .min = 1,
     .max = 1 << 28,
     .unit = "numbers or particles",
     .help = "how many",
     .restarts = true},
    {.name = "group",
     .i = &lesson.sums.group,
     .min = 32,
     .max = 1024,
     .unit = "invocations",
     .help = "sum: in a work group; a power of two",
     .part = "sum",
     .rebuild = rebuild_sums},
    {.name = "vectors",
     .i = &lesson.sums.vectors,
     .min = 1,
     .max = 256,
     .help = "vectors, subgroup: loads of 16 bytes for each invocation",
     .part = "sum",
     .rebuild = rebuild_sums},
    {.name = "terms",
     .i = &lesson.terms,
     .min = 2,
     .max = 22,
     .help = "rounding: log2 of how many numbers",
     .part = "rounding",
     .restarts = true},
    {0},
};

// Cases with more levels come first: --drop-barrier wants to find its barrier in every case.
static const char *const cases[] = {
    "sum: count=50000",
    "sum: count=65537 group=256 vectors=3",
    "sum: count=1048583 group=256 vectors=8",
    "sum: count=4095 vectors=1",
    "sum: count=4097 group=1024",
    "sum: count=65",
    "sum: count=127 group=128",
    "sum: count=64",
    "sum: count=63",
    "sum: count=2 group=32",
    "sum: count=1",
    "argmax: count=1",
    "argmax: count=63",
    "argmax: count=64",
    "argmax: count=65",
    "argmax: count=50021",
    "argmax: count=99991",
    "particles: count=1",
    "particles: count=127",
    "particles: count=128",
    "particles: count=129",
    "particles: count=50021",
    "particles: count=262144",
    "rounding: terms=2",
    "rounding: terms=13",
    "rounding: terms=17",
    "scan: count=1",
    "scan: count=255",
    "scan: count=4095",
    "scan: count=4096",
    "scan: count=4097",
    "scan: count=65537",
    "scan: count=1048583",
    NULL,
};

// The last two are more than a block holds on Mesa's software driver.
static const char *const bench_cases[] = {
    "sum: count=1048576 group=256",
    "sum: count=33554432 group=256 vectors=32",
    "particles: count=1048576",
    "particles: count=8388608",
    "rounding: terms=20",
    "scan: count=1048576",
    "scan: count=16777216",
    "scan: count=33554432",
    "scan: count=67108864",
    "sum: count=134217728 group=512",
    NULL,
};

static const wb_orbit orbit = {
    .target = {0.35f, -0.1f, 0.0f}, .distance = 8.4f, .yaw = 68, .pitch = 33, .field_of_view = 45};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "05_reduction",
            .title = "Reduction and scan",
            .variants = variants,
            .first_variant = SUMS_SEQUENTIAL,
            .params = params,
            .frames = 60,
            .init = init,
            .draw = draw,
            .quit = quit,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .cases = cases,
            .check_frames = 2,
            .expect = expect,
            .verify = verify,
            .bench_cases = bench_cases,
            .cost = cost,
            .status = status,
            .orbit = &orbit,
            .hovers = true,
        },
        argc, argv);
}
