/* The sorting block: both methods against qsort(), at sizes around every block and tile, with keys
 * that make trouble, under the barrier checker. */
#include "compute/sort.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "gl/context.h"
#include "watch/barriers.h"
#include "gl/program.h"

enum { MOST = 1 << 21, CANARIES = 64, CANARY = 0x5EA1ED };

typedef struct pair {
    uint32_t key, value;
} pair;

static wb_sort sort;
static pair *pairs;                 // MOST
static uint32_t *words;             // MOST + CANARIES
static GLuint keys, values;         // the buffers, MOST + CANARIES
static GLuint out_keys, out_values; // for sorting from one pair of buffers to another

/* ---- Keys ---- */

static uint32_t at_random(uint32_t i, uint32_t n, wb_random *random)
{
    (void)i, (void)n;
    return wb_random_u32(random);
}

static uint32_t ascending(uint32_t i, uint32_t n, wb_random *random)
{
    (void)n, (void)random;
    return i * 3;
}

static uint32_t descending(uint32_t i, uint32_t n, wb_random *random)
{
    (void)random;
    return (n - i) * 1021;
}

static uint32_t all_equal(uint32_t i, uint32_t n, wb_random *random)
{
    (void)i, (void)n, (void)random;
    return 0x01020304;
}

static uint32_t four_values(uint32_t i, uint32_t n, wb_random *random)
{
    (void)i, (void)n;
    return wb_random_below(random, 4) * 0x01010101;
}

static uint32_t organ_pipe(uint32_t i, uint32_t n, wb_random *random)
{
    (void)random;
    return (i < n / 2 ? i : n - 1 - i) * 65537;
}

// Many of the largest key, which stands for "behind the last" inside the kernels.
static uint32_t many_largest(uint32_t i, uint32_t n, wb_random *random)
{
    (void)i, (void)n;
    return wb_random_below(random, 3) > 0 ? UINT32_MAX : wb_random_u32(random);
}

static uint32_t all_largest(uint32_t i, uint32_t n, wb_random *random)
{
    (void)i, (void)n, (void)random;
    return UINT32_MAX;
}

typedef uint32_t (*key_maker)(uint32_t i, uint32_t n, wb_random *random);
static const key_maker makers[] = {at_random,   ascending,  descending,   all_equal,
                                   four_values, organ_pipe, many_largest, all_largest};
enum { MAKERS = sizeof makers / sizeof makers[0] };

/* ---- Buffers ---- */

static GLuint create_buffer(void)
{
    GLuint id = 0;
    glGenBuffers(1, &id);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, id);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (MOST + CANARIES) * 4, NULL, GL_DYNAMIC_COPY);
    return id;
}

static void upload(GLuint id, uint32_t n, size_t member)
{
    for (uint32_t i = 0; i < n; i++) memcpy(&words[i], (char *)&pairs[i] + member, 4);
    for (uint32_t i = n; i < n + CANARIES; i++) words[i] = CANARY;
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, id);
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (n + CANARIES) * 4, words);
}

static void fill(uint32_t n, key_maker make, bool values_ascend)
{
    wb_random random = wb_random_seed(n);
    for (uint32_t i = 0; i < n; i++) {
        pairs[i].key = make(i, n, &random);
        pairs[i].value = values_ascend ? i : wb_random_below(&random, 5);
    }
    upload(keys, n, offsetof(pair, key));
    upload(values, n, offsetof(pair, value));
}

static int compare_pairs(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

// The buffer's first n words are one member of `pairs`, and those behind are as they were.
static void expect_words(GLuint id, uint32_t n, size_t member, uint32_t behind)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, id);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (n + CANARIES) * 4, words);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t expected;
        memcpy(&expected, (char *)&pairs[i] + member, 4);
        if (words[i] != expected)
            fail_msg("%s %u of %u: got %u, expected %u", member == 0 ? "key" : "value", i, n,
                     words[i], expected);
    }
    for (uint32_t i = n; i < n + CANARIES; i++)
        if (words[i] != behind) fail_msg("%u words behind the last of %u was written", i - n, n);
}

static void expect_sorted(GLuint sorted_keys, GLuint sorted_values, uint32_t n)
{
    qsort(pairs, n, sizeof *pairs, compare_pairs);
    expect_words(sorted_keys, n, offsetof(pair, key), CANARY);
    expect_words(sorted_values, n, offsetof(pair, value), CANARY);
}

/* ---- The tests ---- */

typedef void (*method)(wb_sort *sort, wb_pairs from, wb_pairs to, uint32_t count);

static void test_sizes(method sort_pairs, const uint32_t *sizes)
{
    wb_pairs in_place = {keys, values};
    for (int s = 0; sizes[s] != UINT32_MAX; s++) {
        for (int m = 0; m < MAKERS; m++) {
            fill(sizes[s], makers[m], true);
            sort_pairs(&sort, in_place, in_place, sizes[s]);
            expect_sorted(keys, values, sizes[s]);
        }
    }
}

static void test_bitonic_sizes(void **state)
{
    (void)state;
    uint32_t block = (uint32_t)sort.block;
    test_sizes(wb_sort_bitonic_pairs, (uint32_t[]){0,
                                                   1,
                                                   2,
                                                   3,
                                                   7,
                                                   8,
                                                   9,
                                                   255,
                                                   256,
                                                   257,
                                                   1021,
                                                   block - 1,
                                                   block,
                                                   block + 1,
                                                   2 * block - 1,
                                                   2 * block,
                                                   2 * block + 1,
                                                   3 * block,
                                                   5 * block + 7,
                                                   65536,
                                                   65537,
                                                   UINT32_MAX});
}

static void test_radix_sizes(void **state)
{
    (void)state;
    uint32_t tile = (uint32_t)sort.tile;
    test_sizes(wb_sort_radix_pairs,
               (uint32_t[]){0, 1, 2, 3, 255, 256, 257, 1021, tile - 1, tile, tile + 1, 2 * tile - 1,
                            2 * tile, 2 * tile + 1, 3 * tile, 65536, 65537, UINT32_MAX});
}

static void test_large(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1000003, MOST - 3};
    wb_pairs in_place = {keys, values};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        fill(sizes[s], at_random, true);
        wb_sort_radix_pairs(&sort, in_place, in_place, sizes[s]);
        expect_sorted(keys, values, sizes[s]);
        fill(sizes[s], at_random, true);
        wb_sort_bitonic_pairs(&sort, in_place, in_place, sizes[s]);
        expect_sorted(keys, values, sizes[s]);
    }
}

// Values that do not ascend: bitonic sort orders by them, radix sort keeps the order that was.
static void test_equal_keys(void **state)
{
    (void)state;
    enum { N = 20011 };
    wb_pairs in_place = {keys, values};
    fill(N, four_values, false);
    wb_sort_bitonic_pairs(&sort, in_place, in_place, N);
    expect_sorted(keys, values, N);

    fill(N, four_values, false);
    wb_sort_radix_pairs(&sort, in_place, in_place, N);
    pair *stable = malloc(N * sizeof *stable);
    assert_non_null(stable);
    uint32_t used = 0;
    for (uint32_t key = 0; key < 4; key++)
        for (uint32_t i = 0; i < N; i++)
            if (pairs[i].key == key * 0x01010101) stable[used++] = pairs[i];
    assert_int_equal(used, N);
    memcpy(pairs, stable, N * sizeof *pairs);
    free(stable);
    expect_words(keys, N, offsetof(pair, key), CANARY);
    expect_words(values, N, offsetof(pair, value), CANARY);
}

// From one pair of buffers to another: the first stay as they were.
static void test_two_buffers(void **state)
{
    (void)state;
    static const method methods[] = {wb_sort_bitonic_pairs, wb_sort_radix_pairs};
    for (int m = 0; m < 2; m++) {
        enum { N = 30011 };
        fill(0, at_random, true);
        fill(N, at_random, true);
        for (uint32_t i = 0; i < N + CANARIES; i++) words[i] = CANARY;
        GLuint out[] = {out_keys, out_values};
        for (int b = 0; b < 2; b++) {
            glBindBuffer(GL_SHADER_STORAGE_BUFFER, out[b]);
            glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (N + CANARIES) * 4, words);
        }
        methods[m](&sort, (wb_pairs){keys, values}, (wb_pairs){out_keys, out_values}, N);
        expect_words(keys, N, offsetof(pair, key), CANARY);
        expect_words(values, N, offsetof(pair, value), CANARY);
        expect_sorted(out_keys, out_values, N);
    }
}

// Sorting by one digit alone.
static void test_digit(void **state)
{
    (void)state;
    enum { N = 9001 };
    fill(N, at_random, true);
    wb_sort_radix_pass(&sort, (wb_pairs){keys, values}, (wb_pairs){out_keys, out_values}, N, 16);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, out_values);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, N * 4, words);
    for (int i = 1; i < N; i++) {
        uint32_t before = pairs[words[i - 1]].key >> 16 & 255,
                 here = pairs[words[i]].key >> 16 & 255;
        assert_true(before < here || (before == here && words[i - 1] < words[i]));
    }
}

static void test_either(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 1, 1000, WB_SORT_BITONIC_MOST, WB_SORT_BITONIC_MOST + 1};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        fill(sizes[s], many_largest, true);
        wb_sort_pairs(&sort, keys, values, sizes[s]);
        expect_sorted(keys, values, sizes[s]);
    }
}

static bool has_extension(const char *name)
{
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++)
        if (strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), name) == 0) return true;
    return false;
}

// The ranking by subgroups, on Mesa's software drivers, which have ARB_shader_ballot only. Vectors
// of 256 bits make subgroups of eight invocations, and there is room for the counters of a small
// group and a digit of 7 bits.
static void test_subgroup_ranking(void **state)
{
    (void)state;
    if (!has_extension("GL_ARB_shader_ballot") || !has_extension("GL_ARB_gpu_shader_int64")) skip();
    if (strstr((const char *)glGetString(GL_RENDERER), "256 bits") == NULL) skip();
    enum { GROUP = 128, ITEMS = 5, DIGIT_BITS = 7 };
    const wb_define *constants =
        WB_DEFINES({"GROUP", GROUP}, {"ITEMS", ITEMS}, {"DIGIT_BITS", DIGIT_BITS}, {"SUBGROUPS", 2},
                   {"SUBGROUP", 8});
    wb_sort small = sort;
    small.tile = GROUP * ITEMS;
    small.count = wb_program_compute("sort/radix_count.comp", constants);
    small.place = wb_program_compute("sort/radix_place.comp", constants);
    assert_true(small.count != 0 && small.place != 0);
    static const uint32_t sizes[] = {1, 2, 639, 640, 641, 30011};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (int m = 0; m < MAKERS; m++) {
            wb_pairs from = {keys, values}, to = {out_keys, out_values};
            fill(sizes[s], makers[m], true);
            for (int shift = 0; shift < 32; shift += DIGIT_BITS) { // five passes: ends in `to`
                wb_sort_radix_pass(&small, from, to, sizes[s], shift);
                wb_pairs swapped = from;
                from = to;
                to = swapped;
            }
            qsort(pairs, sizes[s], sizeof *pairs, compare_pairs);
            glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData
            glBindBuffer(GL_SHADER_STORAGE_BUFFER, from.values);
            glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizes[s] * 4, words);
            for (uint32_t i = 0; i < sizes[s]; i++) assert_int_equal(words[i], pairs[i].value);
        }
    }
    glDeleteProgram(small.count);
    glDeleteProgram(small.place);
}

/* ---- Setup ---- */

// Not every test has a reader behind every barrier: advice is left out.
static void print_faults(const wb_finding *finding, void *user)
{
    (void)user;
    if (finding->severity == WB_ERROR) print_error("%s\n", finding->text);
}

static int start(void **state)
{
    (void)state;
    wb_barriers_begin();
    wb_barriers_redirect(print_faults, NULL);
    pairs = malloc(MOST * sizeof *pairs);
    words = malloc((MOST + CANARIES) * sizeof *words);
    GLuint *ids[] = {&keys, &values, &out_keys, &out_values};
    for (int i = 0; i < 4; i++) *ids[i] = create_buffer();
    return pairs != NULL && words != NULL && wb_sort_create(&sort, MOST) ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    wb_sort_delete(&sort);
    glDeleteBuffers(4, (GLuint[]){keys, values, out_keys, out_values});
    free(pairs);
    free(words);
    return wb_barriers_end() == 0 && wb_context_error_count() == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bitonic_sizes, start, stop),
        cmocka_unit_test_setup_teardown(test_radix_sizes, start, stop),
        cmocka_unit_test_setup_teardown(test_large, start, stop),
        cmocka_unit_test_setup_teardown(test_equal_keys, start, stop),
        cmocka_unit_test_setup_teardown(test_two_buffers, start, stop),
        cmocka_unit_test_setup_teardown(test_digit, start, stop),
        cmocka_unit_test_setup_teardown(test_either, start, stop),
        cmocka_unit_test_setup_teardown(test_subgroup_ranking, start, stop),
    };
    if (!wb_context_create(&(wb_context_desc){.headless = true, .debug = true})) return 77;
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    wb_context_delete();
    return failures;
}
