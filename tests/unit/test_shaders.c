/* Kernels of the course that no check runs on a driver without subgroups, in the kernel machine
 * against the same in C: those that work with subgroups, beside their portable versions, and those
 * that measure what a machine can do. Without glslangValidator the tests are skipped. */
#include "base/file.h"
#include "base/random.h"
#include "base/source.h"
#include "machine/front.h"
#include "machine/machine.h"
#include "roof/slots.h"
#include "scan/slots.h"
#include "sort/slots.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NUMBERS = 30001 };

// Of the machine; the kernels get it, too, or 0: those that do without.
static int subgroup = 32;
static const int subgroups_to_try[] = {0, 8, 16, 32};
#define FOR_SUBGROUPS(size)                                                                        \
    for (int n_ = 0, size = 0;                                                                     \
         n_ < 4 && (size = subgroups_to_try[n_], subgroup = size > 0 ? size : 32, true); n_++)

typedef struct buffer {
    int binding;
    void *data;
    size_t words;
} buffer;

#define BUFFERS(...) ((const buffer[]){__VA_ARGS__, {.data = NULL}})
#define UNIFORMS(...) ((const wb_machine_uniform[]){__VA_ARGS__, {.words = NULL}})
#define WORD(location, value)                                                                      \
    {                                                                                              \
        (location), (const uint32_t[]){(value)}, 1                                                 \
    }

static const char *below = SHADERS_DIRECTORY; // for wb_source_read_below()

// Runs a shader with all checks; the machine must have nothing but notes to tell.
static void run_in_order(wb_order order, const char *path, const wb_define *defines,
                         uint32_t groups_x, uint32_t groups_y, const buffer *buffers,
                         const wb_machine_uniform *uniforms)
{
    wb_source source;
    wb_front_output spirv;
    wb_module module;
    wb_module_error error;
    wb_machine_resource resources[8];
    wb_machine_dispatch dispatch = {
        .groups = {groups_x, groups_y, 1}, .resources = resources, .uniforms = uniforms};
    assert_true(wb_source_expand(&source, path, wb_source_read_below, &below, defines));
    wb_front_result result = wb_front_compile(source.text, &spirv);
    wb_source_free(&source);
    if (result == WB_FRONT_MISSING) {
        wb_front_free(&spirv);
        skip();
    }
    if (result != WB_FRONT_GOOD) print_error("%s: %s\n", path, spirv.message);
    assert_int_equal(result, WB_FRONT_GOOD);
    assert_true(wb_module_load(&module, spirv.words, spirv.count, &error));
    wb_front_free(&spirv);
    for (; buffers->data != NULL; buffers++)
        resources[dispatch.resource_count++] = (wb_machine_resource){.space = WB_SPACE_STORAGE,
                                                                     .binding = buffers->binding,
                                                                     .data = buffers->data,
                                                                     .size = buffers->words * 4};
    while (uniforms != NULL && uniforms[dispatch.uniform_count].words != NULL)
        dispatch.uniform_count++;
    wb_machine *machine = wb_machine_create(
        &module, &dispatch,
        &(wb_machine_options){
            .check = true, .check_races = true, .subgroup = subgroup, .order = order, .seed = 1},
        &error);
    assert_non_null(machine);
    assert_int_equal(wb_machine_run(machine, WB_RUN_END), WB_STOP_END);
    for (int i = 0; i < wb_machine_finding_count(machine); i++) {
        const wb_kernel_finding *f = wb_machine_finding(machine, i);
        if (f->severity == WB_NOTE) continue;
        print_error("%s, line %d: %s\n", path, f->line, f->text);
        fail();
    }
    wb_machine_free(machine);
    wb_module_free(&module);
}

#define RUN(...) run_in_order(WB_ORDER_ASCENDING, __VA_ARGS__)

static uint32_t random_number(uint32_t i)
{
    uint32_t x = (i + 1) * 2654435761u;
    x = (x ^ x >> 15) * 2246822519u;
    return x ^ x >> 13;
}

static uint32_t groups_for(uint32_t count, uint32_t group)
{
    return (count + group - 1) / group;
}

static uint32_t from[1 << 15], to[1 << 15], more[1 << 15], expected[1 << 15];

static int fill(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 1 << 15; i++) {
        from[i] = random_number(i) >> 8;
        to[i] = more[i] = 0xDEADBEEF;
    }
    return 0;
}

/* ---- Scans ---- */

static void make_sums(uint32_t count, bool inclusive)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        expected[i] = inclusive ? sum + from[i] : sum;
        sum += from[i];
    }
}

static void test_three_dispatches(void **state)
{
    (void)state;
    enum { GROUP = 256, TILE = GROUP * 16, TILES = (NUMBERS + TILE - 1) / TILE };
    FOR_SUBGROUPS(size)
    {
        const wb_define *defines =
            WB_DEFINES({"GROUP", GROUP}, {"SUBGROUPS", size}, {"PATIENCE", 16});
        const buffer in = {SCAN_IN, from, 1 << 15}, sums = {SCAN_TILE_SUMS, more, TILES};
        RUN("scan/reduce.comp", defines, TILES, 1, BUFFERS(in, sums),
            UNIFORMS(WORD(SCAN_COUNT, NUMBERS)));
        RUN("scan/partials.comp", defines, 1, 1, BUFFERS({SCAN_IN, more, 16}, {SCAN_OUT, more, 16}),
            UNIFORMS(WORD(SCAN_COUNT, TILES), WORD(SCAN_INCLUSIVE, 0)));
        RUN("scan/tiles.comp", defines, TILES, 1, BUFFERS(in, {SCAN_OUT, to, 1 << 15}, sums),
            UNIFORMS(WORD(SCAN_COUNT, NUMBERS), WORD(SCAN_INCLUSIVE, 1)));
        make_sums(NUMBERS, true);
        assert_memory_equal(to, expected, NUMBERS * 4);
        assert_int_equal(to[NUMBERS], 0xDEADBEEF);
    }
}

// In descending order no tile has been published yet, and tiles are added up by those behind.
static void test_single_pass(void **state)
{
    (void)state;
    enum { GROUP = 512, TILE = GROUP * 16, TILES = (NUMBERS + TILE - 1) / TILE };
    FOR_SUBGROUPS(size)
    {
        for (int order = WB_ORDER_ASCENDING; order <= WB_ORDER_SHUFFLED; order++) {
            memset(more, 0, sizeof more);
            run_in_order(
                (wb_order)order, "scan/single_pass.comp",
                WB_DEFINES({"GROUP", GROUP}, {"SUBGROUPS", size}, {"PATIENCE", 4}), TILES, 1,
                BUFFERS({SCAN_IN, from, 1 << 15}, {SCAN_OUT, to, 1 << 15},
                        {SCAN_LOOK_BACK, more, 4 * TILES}),
                UNIFORMS(WORD(SCAN_COUNT, NUMBERS), WORD(SCAN_INCLUSIVE, 0), WORD(SCAN_EPOCH, 7)));
            make_sums(NUMBERS, false);
            assert_memory_equal(to, expected, NUMBERS * 4);
        }
    }
}

static void test_sum(void **state)
{
    (void)state;
    enum { GROUP = 128, VECTORS = 3, EACH = 4 * VECTORS * GROUP };
    uint32_t groups = groups_for(NUMBERS, EACH);
    FOR_SUBGROUPS(size)
    {
        RUN("05_reduction/subgroup.comp",
            WB_DEFINES({"GROUP", GROUP}, {"VECTORS", VECTORS}, {"SUBGROUPS", size > 0}), groups, 1,
            BUFFERS({0, from, 1 << 15}, {1, to, 1 << 15}), UNIFORMS(WORD(0, NUMBERS)));
        for (uint32_t g = 0; g < groups; g++) {
            uint32_t sum = 0;
            for (uint32_t i = g * EACH; i < (g + 1) * EACH && i < NUMBERS; i++) sum += from[i];
            assert_int_equal(to[g], sum);
        }
    }
}

/* ---- Appending ---- */

static int compare_words(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void test_append(void **state)
{
    (void)state;
    uint32_t limit = 1 << 23, kept = 0, length;
    for (uint32_t i = 0; i < NUMBERS; i++)
        if (from[i] < limit) expected[kept++] = i;
    FOR_SUBGROUPS(size)
    {
        length = 0;
        RUN("03_atomics/append_ballot.comp", WB_DEFINES({"GROUP", 64}, {"SUBGROUPS", size > 0}),
            groups_for(NUMBERS, 64), 1,
            BUFFERS({0, from, NUMBERS}, {1, &length, 1}, {2, to, NUMBERS}),
            UNIFORMS(WORD(0, NUMBERS), WORD(1, limit)));
        assert_int_equal(length, kept);
        qsort(to, kept, sizeof *to, compare_words);
        assert_memory_equal(to, expected, kept * 4);
    }
}

/* ---- A pass of the radix sort ---- */

static void sort_by_digit(uint32_t count, uint32_t shift, uint32_t *keys, uint32_t *values)
{
    uint32_t place = 0;
    for (uint32_t digit = 0; digit < 256; digit++)
        for (uint32_t i = 0; i < count; i++)
            if ((from[i] >> shift & 255) == digit) {
                keys[place] = from[i];
                values[place++] = i;
            }
}

static void test_radix_pass(void **state)
{
    (void)state;
    static uint32_t values[1 << 15], to_values[1 << 15], expected_values[1 << 15];
    for (uint32_t i = 0; i < 1 << 15; i++) values[i] = i;
    sort_by_digit(NUMBERS, 8, expected, expected_values);
    FOR_SUBGROUPS(size)
    {
        int group = size > 0 ? 384 : 256, items = size > 0 ? 14 : 16;
        const wb_define *defines = WB_DEFINES({"GROUP", group}, {"ITEMS", items}, {"DIGIT_BITS", 8},
                                              {"SUBGROUPS", size > 0}, {"SUBGROUP", subgroup});
        uint32_t tiles = groups_for(NUMBERS, (uint32_t)(group * items));
        RUN("sort/radix_count.comp", defines, tiles, 1,
            BUFFERS({SORT_FROM_KEYS, from, 1 << 15}, {SORT_COUNTS, more, 256 * tiles}),
            UNIFORMS(WORD(SORT_COUNT, NUMBERS), WORD(SORT_SHIFT, 8)));
        for (uint32_t i = 0, sum = 0, own; i < 256 * tiles; i++, sum += own) {
            own = more[i];
            more[i] = sum;
        }
        RUN("sort/radix_place.comp", defines, tiles, 1,
            BUFFERS({SORT_FROM_KEYS, from, 1 << 15}, {SORT_FROM_VALUES, values, 1 << 15},
                    {SORT_TO_KEYS, to, 1 << 15}, {SORT_TO_VALUES, to_values, 1 << 15},
                    {SORT_COUNTS, more, 256 * tiles}),
            UNIFORMS(WORD(SORT_COUNT, NUMBERS), WORD(SORT_SHIFT, 8)));
        assert_memory_equal(to, expected, NUMBERS * 4);
        assert_memory_equal(to_values, expected_values, NUMBERS * 4);
    }
}

/* ---- Life, several generations a dispatch ---- */

enum { WIDTH = 77, HEIGHT = 130, WORDS = (WIDTH + 31) / 32 };

static bool is_alive(const uint32_t *cells, int x, int y)
{
    x = (x + WIDTH) % WIDTH;
    y = (y + HEIGHT) % HEIGHT;
    return (cells[y * WORDS + x / 32] >> x % 32 & 1) != 0;
}

static void live_on(const uint32_t *cells, uint32_t *next)
{
    memset(next, 0, sizeof(uint32_t[HEIGHT * WORDS]));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int neighbours = -is_alive(cells, x, y);
            for (int k = 0; k < 9; k++) neighbours += is_alive(cells, x + k % 3 - 1, y + k / 3 - 1);
            if (neighbours == 3 || (neighbours == 2 && is_alive(cells, x, y)))
                next[y * WORDS + x / 32] |= 1u << x % 32;
        }
}

static void test_blocked_life(void **state)
{
    (void)state;
    enum { STRIP = 20, DEPTH = 5, GENERATIONS = 4 };
    static const int rows[] = {8, 16}; // with subgroups of 32 only: a word is as wide
    subgroup = 32;
    for (int i = 0; i < HEIGHT * WORDS; i++)
        if (i % WORDS == WORDS - 1) from[i] &= (1u << WIDTH % 32) - 1; // no cells beyond the edge
    memcpy(more, from, sizeof more);
    for (int i = 0; i < GENERATIONS; i++) {
        live_on(more, expected);
        memcpy(more, expected, sizeof more);
    }
    for (int subgroups = 0; subgroups < 2; subgroups++) {
        uint32_t inside = (uint32_t)(rows[subgroups] * STRIP - 2 * DEPTH);
        RUN("04_life/blocked.comp",
            WB_DEFINES({"BLOCK_X", 32}, {"BLOCK_Y", rows[subgroups]}, {"STRIP", STRIP},
                       {"DEPTH", DEPTH}, {"SUBGROUPS", subgroups}, {"BORN", 1 << 3},
                       {"SURVIVES", 1 << 2 | 1 << 3}),
            groups_for(WORDS, 30), groups_for(HEIGHT, inside),
            BUFFERS({0, from, HEIGHT * WORDS}, {1, to, HEIGHT * WORDS}),
            UNIFORMS({0, (const uint32_t[]){WIDTH, HEIGHT}, 2}, WORD(1, GENERATIONS)));
        assert_memory_equal(to, expected, HEIGHT * WORDS * 4);
    }
}

/* ---- What a machine can do ---- */

static void test_roofs(void **state)
{
    (void)state;
    static const int shapes[][2] = {{64, 1}, {256, 4}, {96, 3}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        uint32_t group = (uint32_t)shapes[s][0], vectors = (uint32_t)shapes[s][1], groups = 5;
        uint32_t words = groups * group * vectors * 4;
        const wb_define *defines = WB_DEFINES({"GROUP", shapes[s][0]}, {"VECTORS", shapes[s][1]});
        memset(to, 0, sizeof to);
        RUN("roof/copy.comp", defines, groups, 1,
            BUFFERS({ROOF_FROM, from, words}, {ROOF_TO, to, words}), NULL);
        assert_memory_equal(to, from, words * 4);
        RUN("roof/read.comp", defines, groups, 1,
            BUFFERS({ROOF_FROM, from, words}, {ROOF_TO, to, groups * group}), NULL);
        for (uint32_t i = 0; i < groups * group; i++) {
            uint32_t sum = 0, first = i / group * group * vectors + i % group;
            for (uint32_t k = 0; k < 4 * vectors; k++)
                sum += from[4 * (first + k / 4 * group) + k % 4];
            assert_int_equal(to[i], sum);
        }
    }
    RUN("roof/dispatch.comp", NULL, 1, 1, BUFFERS({ROOF_TO, to, ROOF_SMALL_GROUP}), NULL);
    for (uint32_t i = 0; i < ROOF_SMALL_GROUP; i++) assert_int_equal(to[i], i);
}

static void test_roof_of_arithmetic(void **state)
{
    (void)state;
    float factor = 0.5f, sums[ROOF_ACCUMULATORS], sum = 0.0f, got;
    uint32_t word;
    memcpy(&word, &factor, sizeof word);
    RUN("roof/arithmetic.comp", NULL, 2, 1, BUFFERS({ROOF_TO, to, 2 * ROOF_ARITHMETIC_GROUP}),
        UNIFORMS(WORD(ROOF_FACTOR, word)));
    for (int k = 0; k < ROOF_ACCUMULATORS; k++) {
        sums[k] = (float)k;
        for (int i = 0; i < ROOF_ROUNDS; i++) sums[k] = sums[k] * factor + 1.0f;
        sum += sums[k];
    }
    for (uint32_t i = 0; i < 2 * ROOF_ARITHMETIC_GROUP; i++) {
        memcpy(&got, &to[i], sizeof got);
        assert_true(got == sum);
    }
}

/* ---- Exact roots and quotients ---- */

enum { EXACT = 300 };

// A kernel around shaders/exact, whose driver's own results are some bits away.
static const char *text_that_misses(char *text, size_t size)
{
    char *library = wb_file_read(SHADERS_DIRECTORY "/exact/exact.glsl", NULL);
    assert_non_null(library);
    char *inverse = strstr(library, "1.0 / b;");
    assert_non_null(inverse);
    *inverse = '\0';
    int length =
        snprintf(text, size,
                 "#version 430\nlayout(local_size_x = 64) in;\n"
                 "layout(std430, binding = 0) buffer A { uint a[]; };\n"
                 "layout(std430, binding = 1) buffer B { uint b[]; };\n"
                 "layout(std430, binding = 2) buffer C { uint c[]; };\n"
                 "#define ROUNDS_BEST 0\n"
                 "uint miss;\n"
                 "float missed(float x) { return uintBitsToFloat(floatBitsToUint(x) + miss); }\n"
                 "#define inversesqrt(x) missed(inversesqrt(x))\n"
                 "%smissed(1.0 / b);%s\n"
                 "void main() { uint i = gl_GlobalInvocationID.x; if (i >= 300u) return;\n"
                 "miss = b[i] %% 5u - 2u; float x = uintBitsToFloat(a[i]), y = "
                 "uintBitsToFloat(a[299u - i]); c[4u * i] = floatBitsToUint(exact_sqrt(x));"
                 "c[4u * i + 1u] = floatBitsToUint(exact_quotient(x, y)); }",
                 library, inverse + strlen("1.0 / b;"));
    free(library);
    assert_in_range(length, 1, size - 1);
    return text;
}

static float float_of(uint32_t word)
{
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

static uint32_t word_of(float number)
{
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

// With fma() they end on the nearest float. The words of b say by how many units in the last place
// inversesqrt() and 1.0 / b miss.
static void test_exact_roots_and_quotients(void **state)
{
    (void)state;
    static char text[16384];
    static uint32_t a[EXACT], b[EXACT], c[4 * EXACT];
    wb_front_output spirv;
    wb_module module;
    wb_module_error error;
    wb_random random = wb_random_seed(7);
    for (int i = 0; i < EXACT; i++) {
        uint32_t bits = wb_random_u32(&random);
        a[i] = word_of(ldexpf(1.0f + (float)(bits >> 9) * 0x1p-23f, (int)(bits & 31) - 16));
        b[i] = wb_random_u32(&random);
    }
    wb_front_result result = wb_front_compile(text_that_misses(text, sizeof text), &spirv);
    if (result == WB_FRONT_MISSING) {
        wb_front_free(&spirv);
        skip();
    }
    assert_int_equal(result, WB_FRONT_GOOD);
    assert_true(wb_module_load(&module, spirv.words, spirv.count, &error));
    wb_front_free(&spirv);
    const wb_machine_resource abc[] = {
        {.space = WB_SPACE_STORAGE, .binding = 0, .data = a, .size = sizeof a},
        {.space = WB_SPACE_STORAGE, .binding = 1, .data = b, .size = sizeof b},
        {.space = WB_SPACE_STORAGE, .binding = 2, .data = c, .size = sizeof c},
    };
    wb_machine *machine = wb_machine_create(
        &module,
        &(wb_machine_dispatch){
            .groups = {(EXACT + 63) / 64, 1, 1}, .resources = abc, .resource_count = 3},
        &(wb_machine_options){.fuse_fma = true}, &error);
    assert_non_null(machine);
    assert_int_equal(wb_machine_run(machine, WB_RUN_END), WB_STOP_END);
    wb_machine_free(machine);
    wb_module_free(&module);
    for (int i = 0; i < EXACT; i++) {
        assert_int_equal(c[4 * i], word_of(sqrtf(float_of(a[i]))));
        assert_int_equal(c[4 * i + 1], word_of(float_of(a[i]) / float_of(a[EXACT - 1 - i])));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_three_dispatches, fill),
        cmocka_unit_test_setup(test_single_pass, fill),
        cmocka_unit_test_setup(test_sum, fill),
        cmocka_unit_test_setup(test_append, fill),
        cmocka_unit_test_setup(test_radix_pass, fill),
        cmocka_unit_test_setup(test_blocked_life, fill),
        cmocka_unit_test_setup(test_roofs, fill),
        cmocka_unit_test_setup(test_roof_of_arithmetic, fill),
        cmocka_unit_test(test_exact_roots_and_quotients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
