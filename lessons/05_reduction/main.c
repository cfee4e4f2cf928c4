// Lesson 05: reduction and scan.
// Many numbers become one: a sum, by a tree in each work group, level after level. Then the sums of
// all beginnings of an array at once, which is what parallel programs count places with.
#include "lesson/lesson.h"
#include "compute/subgroup.h"
#include "oracle.h"
#include "particles.h"
#include "rounding.h"
#include "scans.h"
#include "tree_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum { FROM = 0, TO = 1 };     // storage block bindings
enum { COUNT = 0, LEVEL = 1 }; // uniform locations
enum {
    MOST_LEVELS = 6,      // 2^28 numbers, 32 to a group
    MOST_IN_ROW = 32768,  // work groups: a driver may stop at 65,535 in a dimension
    ARGMAX_GROUPS = 1024, // of the first level
    LARGEST_VALUE = 99,   // of the lesson's own numbers
};

enum {
    ATOMIC,
    INTERLEAVED,
    SEQUENTIAL,
    FIRST_ADD,
    VECTORS,
    SUBGROUP,
    LOST_PARTIALS,
    NO_NEUTRAL,
    NO_BARRIER,
    NO_MEMORY_BARRIER,
    EXERCISE,
    PARTICLES,
    ROUNDING,
    SCAN_NAIVE,
    SCAN_THREE,
    SCAN_SINGLE,
};

static const char *const kernels[] = {
    [ATOMIC] = "05_reduction/atomic.comp",
    [INTERLEAVED] = "05_reduction/interleaved.comp",
    [SEQUENTIAL] = "05_reduction/sequential.comp",
    [FIRST_ADD] = "05_reduction/first_add.comp",
    [VECTORS] = "05_reduction/vectors.comp",
    [SUBGROUP] = "05_reduction/subgroup.comp",
    [LOST_PARTIALS] = "05_reduction/sequential.comp",
    [NO_NEUTRAL] = "05_reduction/no_neutral.comp",
    [NO_BARRIER] = "05_reduction/no_barrier.comp",
    [NO_MEMORY_BARRIER] = "05_reduction/sequential.comp",
    [EXERCISE] = "05_reduction/exercise_argmax.comp",
};

static const char *const level_names[] = {"numbers", "level_1", "level_2", "level_3",
                                          "level_4", "level_5", "level_6"};
static const char *const pass_names[] = {"",        "level 1", "level 2", "level 3",
                                         "level 4", "level 5", "level 6"};

/* ---- State ---- */

static struct {
    int count, group, vectors, terms; // parameters

    wb_buffer values;                // count numbers
    wb_buffer partials[MOST_LEVELS]; // [k]: the sums of level k; the last level's is in `sum`
    wb_buffer sum;                   // one number
    wb_buffer largest;               // the exercise: number, place
    GLuint sizes[MOST_LEVELS + 1];   // how many numbers each level starts with; then 1
    int levels;
    GLuint kernel, last_kernel;

    particles_part particles;
    rounding_part rounding;
    scans_part scans;
} lesson = {.count = 50000, .group = 64, .vectors = 8, .terms = 20};

static int variant(void)
{
    return wb_variant_index();
}

static bool is_sum(void)
{
    return variant() < EXERCISE;
}

static bool is_scan(void)
{
    return variant() >= SCAN_NAIVE;
}

// How many numbers a work group of the variant takes.
static GLuint numbers_per_group(void)
{
    GLuint group = (GLuint)lesson.group;
    if (variant() == VECTORS || variant() == SUBGROUP) return 4 * (GLuint)lesson.vectors * group;
    return variant() == FIRST_ADD ? 2 * group : group;
}

static GLuint ceil_divide(GLuint a, GLuint b)
{
    return a / b + (a % b != 0);
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

static void count_levels(void)
{
    lesson.levels = 0;
    lesson.sizes[0] = (GLuint)lesson.count;
    do {
        lesson.sizes[lesson.levels + 1] =
            ceil_divide(lesson.sizes[lesson.levels], numbers_per_group());
        lesson.levels++;
    } while (lesson.sizes[lesson.levels] > 1);
    if (variant() == ATOMIC || variant() == EXERCISE) lesson.levels = 1;
    if (variant() == LOST_PARTIALS && lesson.levels > 2) lesson.levels = 2;
}

// What a level reads, counted from 0; and so, one further on, what it writes.
static const wb_buffer *level_buffer(int level)
{
    if (level == 0) return &lesson.values;
    return level < lesson.levels ? &lesson.partials[level] : &lesson.sum;
}

static bool create_levels(void)
{
    for (int k = 1; k < lesson.levels; k++)
        if (!wb_buffer_create(&lesson.partials[k], &(wb_buffer_desc){.name = level_names[k],
                                                                     .type = WB_U32,
                                                                     .shape = {lesson.sizes[k]}}))
            return false;
    return true;
}

static void delete_levels(void)
{
    for (int k = 1; k < MOST_LEVELS; k++) wb_buffer_delete(&lesson.partials[k]);
    glDeleteProgram(lesson.kernel);
    glDeleteProgram(lesson.last_kernel);
    lesson.kernel = lesson.last_kernel = 0;
}

static bool create_kernels(void)
{
    bool subgroups = wb_subgroup_arithmetic(lesson.group);
    const wb_define *constants =
        WB_DEFINES({"GROUP", lesson.group}, {"VECTORS", lesson.vectors}, {"SUBGROUPS", subgroups});
    static bool told;
    if (variant() == SUBGROUP && !subgroups && !told) {
        wb_note("this driver has no GL_KHR_shader_subgroup for groups of %d: the version subgroup "
                "uses an atomic addition to shared memory instead",
                lesson.group);
        told = true;
    }
    lesson.kernel = wb_program_compute(kernels[variant()], constants);
    if (variant() == LOST_PARTIALS)
        lesson.last_kernel = wb_program_compute("05_reduction/lost_partials.comp", constants);
    return lesson.kernel != 0 && (lesson.last_kernel != 0 || variant() != LOST_PARTIALS);
}

// For another group size or number of vectors; the numbers stay.
static bool rebuild_levels(void)
{
    if (!is_sum() && variant() != EXERCISE) return true;
    if ((lesson.group & (lesson.group - 1)) != 0) {
        wb_error("group=%d: a tree needs a power of two\nwhat to do: --set group=64, 128, 256, "
                 "512 or 1024",
                 lesson.group);
        return false;
    }
    delete_levels();
    count_levels();
    return create_levels() && create_kernels();
}

static bool create_sum(void)
{
    bool good =
        variant() == EXERCISE
            ? wb_buffer_create(&lesson.largest, &(wb_buffer_desc){.name = "largest",
                                                                  .type = WB_U32,
                                                                  .shape = {2},
                                                                  .state = true}) &&
                  wb_buffer_create(&lesson.partials[0],
                                   &(wb_buffer_desc){.name = "candidates",
                                                     .type = WB_U32,
                                                     .shape = {ARGMAX_GROUPS, 2}})
            : wb_buffer_create(
                  &lesson.sum,
                  &(wb_buffer_desc){.name = "sum", .type = WB_U32, .shape = {1}, .state = true});
    return good && rebuild_levels();
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
    if (!is_scan()) return create_sum();
    return scans_create(&lesson.scans, lesson.count, (scans_way)(variant() - SCAN_NAIVE));
}

static void quit(void)
{
    particles_delete(&lesson.particles);
    rounding_delete(&lesson.rounding);
    scans_delete(&lesson.scans);
    delete_levels();
    wb_buffer_delete(&lesson.partials[0]);
    wb_buffer_delete(&lesson.values);
    wb_buffer_delete(&lesson.sum);
    wb_buffer_delete(&lesson.largest);
}

/* ---- The versions ---- */

// One dispatch of a kernel that takes so many numbers a group.
static void dispatch_level(GLuint kernel, int level)
{
    GLuint groups = ceil_divide(lesson.sizes[level], numbers_per_group());
    GLuint columns = groups < MOST_IN_ROW ? groups : MOST_IN_ROW;
    glUseProgram(kernel);
    glUniform1ui(COUNT, lesson.sizes[level]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM, level_buffer(level)->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, level_buffer(level + 1)->id);
    glDispatchCompute(columns, ceil_divide(groups, columns), 1);
}

static void step_atomic(void)
{
    wb_pass_begin("atomic");
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.sum.id);
    glClearBufferData(GL_SHADER_STORAGE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                      &(GLuint){0});
    dispatch_level(lesson.kernel, 0);
    // The picture and the check read the sum by glGetBufferSubData; the next frame clears it.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}

static GLbitfield barrier_bits_after(int level)
{
    // The next level reads the sums of this one.
    if (level + 1 < lesson.levels) return GL_SHADER_STORAGE_BARRIER_BIT;
    // The picture and the check read the last sum by glGetBufferSubData. With one or two levels,
    // the next frame's first dispatch overwrites what this one has written, or has read.
    GLbitfield next_frame = lesson.levels <= 2 ? GL_SHADER_STORAGE_BARRIER_BIT : 0;
    return GL_BUFFER_UPDATE_BARRIER_BIT | next_frame;
}

static void step_tree(void)
{
    for (int level = 0; level < lesson.levels; level++) {
        wb_pass_begin(pass_names[level + 1]);
        dispatch_level(lesson.kernel, level);
        glMemoryBarrier(barrier_bits_after(level)); // for whom, stands above
        wb_pass_end();
    }
}

/* ---- The broken variants ---- */

static void step_lost_partials(void)
{
    for (int level = 0; level < lesson.levels; level++) {
        wb_pass_begin(pass_names[level + 1]);
        // BROKEN: the second level is the last, however many groups it takes
        dispatch_level(level == 0 ? lesson.kernel : lesson.last_kernel, level);
        glMemoryBarrier(barrier_bits_after(level)); // as in step_tree()
        wb_pass_end();
    }
}

static void step_no_memory_barrier(void)
{
    for (int level = 0; level < lesson.levels; level++) {
        wb_pass_begin(pass_names[level + 1]);
        dispatch_level(lesson.kernel, level); // BROKEN: nothing orders this level before the next
        wb_pass_end();
    }
}

/* ---- The other parts ---- */

static void dispatch_argmax(GLuint level, GLuint from, GLuint to, GLuint count, GLuint groups)
{
    glUniform1ui(COUNT, count);
    glUniform1ui(LEVEL, level);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM, from);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, to);
    glDispatchCompute(groups, 1, 1);
}

static void step_argmax(void)
{
    GLuint groups = ceil_divide((GLuint)lesson.count, (GLuint)lesson.group);
    if (groups > ARGMAX_GROUPS) groups = ARGMAX_GROUPS;
    glUseProgram(lesson.kernel);

    wb_pass_begin("candidates");
    dispatch_argmax(0, lesson.values.id, lesson.partials[0].id, (GLuint)lesson.count, groups);
    // The second level reads the candidates.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("largest");
    dispatch_argmax(1, lesson.partials[0].id, lesson.largest.id, groups, 1);
    // The next frame overwrites the candidates, which this dispatch reads; the picture and the
    // check read the result by glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
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

static void draw_tree(const wb_view *view)
{
    tree_scene scene = {
        .count = (uint32_t)lesson.count,
        .group = lesson.group,
        .numbers_per_group = numbers_per_group(),
        .folds_evenly = variant() == INTERLEAVED,
        .is_atomic = variant() == ATOMIC,
        .levels = variant() == EXERCISE ? 0 : lesson.levels,
        .values = &lesson.values,
        .largest = variant() == EXERCISE ? &lesson.largest : NULL,
    };
    for (int k = 0; k <= scene.levels; k++) {
        scene.buffers[k] = level_buffer(k);
        scene.sizes[k] = k < scene.levels ? lesson.sizes[k] : 1;
    }
    tree_picture_draw(&scene, view);
}

static void draw(const wb_view *view)
{
    if (variant() == PARTICLES)
        particles_draw(&lesson.particles, view);
    else if (variant() == ROUNDING)
        rounding_draw(&lesson.rounding, view);
    else if (is_scan())
        scans_draw(&lesson.scans, &lesson.values, view);
    else
        draw_tree(view);
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
    const char *name = is_sum()                ? "sum"
                       : variant() == EXERCISE ? "largest"
                       : is_scan()             ? "prefix"
                                               : "sums";
    const wb_buffer *buffer = wb_buffer_find(name);
    void *got = malloc((size_t)buffer->size_bytes), *expected = malloc((size_t)buffer->size_bytes);
    bool good = got != NULL && expected != NULL && expect(name, wb_frame(), expected);
    if (!good) wb_error("the oracle has no answer for %s", name);
    if (good) {
        // For glGetBufferSubData. The steps of the other parts end with this barrier already.
        if (is_scan()) glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
        wb_buffer_read(buffer, got);
        wb_array array = wb_buffer_array(buffer, got);
        good = wb_check_equal(name, &array, expected);
    }
    free(got);
    free(expected);
    return good;
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
    [ATOMIC] = {.name = "atomic",
                .part = "sum",
                .shows = "one atomic addition for each number",
                .limit = "everybody queues for one word",
                .step = step_atomic},
    [INTERLEAVED] = {.name = "interleaved",
                     .part = "sum",
                     .shows = "a tree in shared memory, neighbours first",
                     .limit = "those who add are spread over all subgroups",
                     .step = step_tree},
    [SEQUENTIAL] = {.name = "sequential",
                    .part = "sum",
                    .shows = "the tree folded in halves: those who add stand side by side",
                    .limit = "half of the invocations only load a number",
                    .step = step_tree},
    [FIRST_ADD] = {.name = "first_add",
                   .part = "sum",
                   .shows = "adds two numbers while loading",
                   .limit = "too few bytes under way at a time",
                   .step = step_tree},
    [VECTORS] = {.name = "vectors",
                 .part = "sum",
                 .shows = "many numbers for each invocation, loaded 16 bytes at a time",
                 .limit = "reading; and a few barriers for each group",
                 .step = step_tree},
    [SUBGROUP] = {.name = "subgroup",
                  .part = "sum",
                  .shows =
                      "subgroup operations in place of the tree; where the driver has none, an "
                      "atomic addition to shared memory",
                  .limit = "reading",
                  .step = step_tree},
    [LOST_PARTIALS] = {.name = "lost_partials",
                       .part = "sum",
                       .shows = "takes the second level for the last",
                       .broken = "a sum that is far too small: the first 64 partial sums of 782",
                       .step = step_lost_partials},
    [NO_NEUTRAL] = {.name = "no_neutral",
                    .part = "sum",
                    .shows = "who is beyond the end loads the last number, not 0",
                    .broken = "a sum that is a little too large, unless the groups come out even",
                    .step = step_tree},
    [NO_BARRIER] = {.name = "no_barrier",
                    .part = "sum",
                    .shows = "no barrier() between the rounds of the tree",
                    .broken = "another wrong sum each time, on a GPU; on one CPU always the same",
                    .step = step_tree},
    [NO_MEMORY_BARRIER] = {.name = "no_memory_barrier",
                           .part = "sum",
                           .shows = "no glMemoryBarrier between the levels",
                           .broken = "nothing, on most drivers: only the barrier checker sees it",
                           .step = step_no_memory_barrier},
    [EXERCISE] = {.name = "exercise",
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
     .i = &lesson.group,
     .min = 32,
     .max = 1024,
     .unit = "invocations",
     .help = "sum: in a work group; a power of two",
     .part = "sum",
     .rebuild = rebuild_levels},
    {.name = "vectors",
     .i = &lesson.vectors,
     .min = 1,
     .max = 256,
     .help = "vectors, subgroup: loads of 16 bytes for each invocation",
     .part = "sum",
     .rebuild = rebuild_levels},
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

static const char *const bench_cases[] = {
    "sum: count=1048576 group=256",
    "sum: count=33554432 group=256",
    "sum: count=134217728 group=256",
    "particles: count=1048576",
    "particles: count=8388608",
    "rounding: terms=20",
    "scan: count=1048576",
    "scan: count=16777216",
    "scan: count=33554432",
    "scan: count=67108864",
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
            .first_variant = SEQUENTIAL,
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
