/* The scan block: exact for every length up to three tiles, for primes up to the largest block, in
 * place, with sums that wrap, by both methods; it touches nothing beyond its length, and its
 * barriers are right. The single pass also with a predecessor that never comes, and at the end of
 * its epochs. Runs headless; once more with WB_SUBGROUPS=0 where there are subgroup operations. */
#include "compute/scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/message.h"
#include "base/random.h"
#include "compute/subgroup.h"
#include "gl/context.h"
#include "gl/checker.h"
#include "gl/program.h"

enum { EVERY = 3 * WB_SCAN_TILE, CANARY = 0x5EAFBEE5 };

static const wb_scan_method methods[] = {WB_SCAN_THREE_DISPATCHES, WB_SCAN_SINGLE_PASS};

/* ---- Data ---- */

static uint32_t *random_words(uint32_t count)
{
    uint32_t *words = malloc((size_t)count * sizeof *words);
    assert_non_null(words);
    wb_random random = wb_random_seed(count);
    for (uint32_t i = 0; i < count; i++) words[i] = wb_random_u32(&random); // sums wrap at once
    return words;
}

static uint32_t *expected_scan(const uint32_t *in, uint32_t count, bool inclusive)
{
    uint32_t *out = malloc((size_t)count * sizeof *out);
    assert_non_null(out);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        out[i] = inclusive ? sum + in[i] : sum;
        sum += in[i];
    }
    return out;
}

static GLuint create_buffer(const uint32_t *words, uint32_t count)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)count * 4, words, GL_DYNAMIC_COPY);
    return buffer;
}

static void read_buffer(GLuint buffer, uint32_t *words, uint32_t count)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)count * 4, words);
}

static void run(wb_scan *scan, GLuint in, GLuint out, uint32_t count, bool inclusive)
{
    (inclusive ? wb_scan_inclusive : wb_scan_exclusive)(scan, in, out, count);
}

static void expect_words(const uint32_t *got, const uint32_t *expected, uint32_t first,
                         uint32_t end, uint32_t count)
{
    if (memcmp(got + first, expected + first, (size_t)(end - first) * 4) == 0) return;
    uint32_t i = first;
    while (got[i] == expected[i]) i++;
    fail_msg("%u elements: [%u] is %u, expected %u", count, i, got[i], expected[i]);
}

/* ---- Lengths ---- */

// Into a buffer that is all canaries beyond what the shorter scans before have written.
static void scan_every_length(wb_scan *scan, GLuint in, const uint32_t *words, bool inclusive)
{
    uint32_t *expected = expected_scan(words, EVERY + 4, inclusive);
    uint32_t *got = malloc((EVERY + 4) * sizeof *got);
    assert_non_null(got);
    for (int i = 0; i < EVERY + 4; i++) got[i] = CANARY;
    GLuint out = create_buffer(got, EVERY + 4);
    for (uint32_t count = 0; count <= EVERY; count++) {
        run(scan, in, out, count, inclusive);
        read_buffer(out, got, EVERY + 4);
        expect_words(got, expected, 0, count, count);
        for (uint32_t i = count; i < EVERY + 4; i++)
            if (got[i] != (uint32_t)CANARY) fail_msg("%u elements: [%u] was overwritten", count, i);
    }
    glDeleteBuffers(1, &out);
    free(expected);
    free(got);
}

static void every_length(void **unused)
{
    (void)unused;
    uint32_t *words = random_words(EVERY + 4);
    GLuint in = create_buffer(words, EVERY + 4);
    for (int m = 0; m < 2; m++) {
        wb_scan scan;
        assert_true(wb_scan_create(&scan, EVERY, methods[m]));
        scan_every_length(&scan, in, words, false);
        scan_every_length(&scan, in, words, true);
        wb_scan_delete(&scan);
    }
    glDeleteBuffers(1, &in);
    free(words);
}

static void scan_once(wb_scan_method method, uint32_t count, bool in_place, bool inclusive)
{
    wb_scan scan;
    assert_true(wb_scan_create(&scan, count, method));
    uint32_t *words = random_words(count), *expected = expected_scan(words, count, inclusive);
    GLuint in = create_buffer(words, count);
    GLuint out = in_place ? in : create_buffer(NULL, count);
    run(&scan, in, out, count, inclusive);
    read_buffer(out, words, count);
    expect_words(words, expected, 0, count, count);
    glDeleteBuffers(1, &in);
    if (!in_place) glDeleteBuffers(1, &out);
    wb_scan_delete(&scan);
    free(words);
    free(expected);
}

static void long_scans(void **unused)
{
    (void)unused;
    static const uint32_t primes[] = {65537, 1048583, 16777213, 33554393, 67108859};
    GLint64 limit = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
    for (int i = 0; i < 5; i++) {
        if ((GLint64)primes[i] * 4 > limit) {
            print_message("left out: a scan of %u elements, more than a block of this driver\n",
                          primes[i]);
            continue;
        }
        for (int m = 0; m < 2; m++)
            for (int k = 0; k < 4; k++) scan_once(methods[m], primes[i], k % 2, k / 2);
    }
}

static void in_place(void **unused)
{
    (void)unused;
    static const uint32_t counts[] = {4, 5, 255, 4095, 4096, 4097, 40961, 262144, 999983};
    for (int i = 0; i < 9; i++)
        for (int m = 0; m < 2; m++) scan_once(methods[m], counts[i], true, i % 2);
}

/* ---- The single pass ---- */

// Nobody takes tile 0: it counts as started. Tile 1 looks back in vain, and has to add it up
// itself.
static void lost_predecessor(void **unused)
{
    (void)unused;
    enum { TILES = 40, COUNT = TILES * WB_SCAN_TILE };
    uint32_t *words = random_words(COUNT), *expected = expected_scan(words, COUNT, false);
    for (int same = 0; same < 2; same++) {
        wb_scan scan;
        assert_true(wb_scan_create(&scan, COUNT + WB_SCAN_TILE, WB_SCAN_SINGLE_PASS));
        GLuint in = create_buffer(words, COUNT), out = same ? in : create_buffer(words, COUNT);
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, scan.look_back.id);
        glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, 4, &(GLuint){1}); // next_tile
        wb_scan_exclusive(&scan, in, out, COUNT);
        uint32_t *got = malloc(COUNT * sizeof *got);
        assert_non_null(got);
        read_buffer(out, got, COUNT);
        expect_words(got, words, 0, WB_SCAN_TILE, COUNT); // which nobody scanned
        expect_words(got, expected, WB_SCAN_TILE, COUNT, COUNT);
        free(got);
        glDeleteBuffers(1, &in);
        if (!same) glDeleteBuffers(1, &out);
        wb_scan_delete(&scan);
    }
    free(words);
    free(expected);
}

// The epoch goes from 65,535 back to 1, and what is left of the first epoch 1 does not count.
static void epochs(void **unused)
{
    (void)unused;
    enum { COUNT = 10 * WB_SCAN_TILE - 3 };
    uint32_t *words = random_words(COUNT), *expected = expected_scan(words, COUNT, true);
    uint32_t *got = malloc(COUNT * sizeof *got);
    assert_non_null(got);
    wb_scan scan;
    assert_true(wb_scan_create(&scan, COUNT, WB_SCAN_SINGLE_PASS));
    GLuint in = create_buffer(words, COUNT), out = create_buffer(NULL, COUNT);
    for (int i = 0; i < 6; i++) {
        wb_scan_inclusive(&scan, i == 0 ? out : in, out, COUNT); // the first leaves other sums
        if (i == 0) {
            glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glBufferSubData
            glBindBuffer(GL_SHADER_STORAGE_BUFFER, scan.look_back.id);
            glBufferSubData(GL_SHADER_STORAGE_BUFFER, 8, 4, &(GLuint){65534});
            continue;
        }
        read_buffer(out, got, COUNT);
        expect_words(got, expected, 0, COUNT, COUNT);
        if (i != 2) continue; // then epoch 65,535 is over
        uint32_t state[4 + 4 * 10];
        read_buffer(scan.look_back.id, state, 4 + 4 * 10);
        assert_int_equal(state[2], 1);
        for (int k = 4; k < 4 + 4 * 10; k++) assert_int_equal(state[k], 0);
    }
    uint32_t header[4];
    read_buffer(scan.look_back.id, header, 4);
    assert_int_equal(header[0], 0);
    assert_int_equal(header[1], 0);
    assert_int_equal(header[2], 4); // 65534, 65535, 1, 2 and 3 are used up
    wb_scan_delete(&scan);
    glDeleteBuffers(1, &in);
    glDeleteBuffers(1, &out);
    free(words);
    free(expected);
    free(got);
}

/* ---- Limits, and what is around ---- */

static char heard[1024];

static void hear(wb_severity severity, const char *text, void *user)
{
    (void)user;
    if (severity == WB_ERROR) snprintf(heard, sizeof heard, "%s", text);
}

static void limits(void **unused)
{
    (void)unused;
    wb_scan scan = {0};
    wb_scan_delete(&scan);
    GLint most_groups = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &most_groups);
    if (most_groups >= 1 << 20) return; // all lengths fit
    wb_message_redirect(hear, NULL);
    assert_false(wb_scan_create(&scan, UINT32_MAX, WB_SCAN_SINGLE_PASS));
    wb_message_redirect(NULL, NULL);
    assert_non_null(strstr(heard, "1048576 work groups"));
    wb_scan_delete(&scan);
}

static int findings;

static void count_finding(const wb_finding *finding, void *user)
{
    (void)user;
    findings++;
    print_error("%s\n", finding->text);
}

// Scan after scan, each on the other's output, with nothing but the scans' own barriers.
static void barriers(void **unused)
{
    (void)unused;
    enum { COUNT = 3 * WB_SCAN_TILE + 1 };
    wb_checker_redirect(count_finding, NULL);
    for (int m = 0; m < 2; m++) {
        wb_checker_begin();
        uint32_t *words = random_words(COUNT), *got = random_words(COUNT);
        GLuint a = create_buffer(words, COUNT), b = create_buffer(NULL, COUNT);
        wb_scan scan;
        assert_true(wb_scan_create(&scan, COUNT, methods[m]));
        wb_scan_exclusive(&scan, a, b, COUNT);
        wb_scan_inclusive(&scan, b, b, COUNT);
        wb_scan_inclusive(&scan, b, a, COUNT);
        read_buffer(a, got, COUNT);
        for (int i = 0; i < 3; i++) {
            uint32_t *next = expected_scan(words, COUNT, i > 0);
            free(words);
            words = next;
        }
        expect_words(got, words, 0, COUNT, COUNT);
        free(words);
        free(got);
        wb_scan_delete(&scan);
        glDeleteBuffers(1, &a);
        glDeleteBuffers(1, &b);
        wb_checker_end();
    }
    wb_checker_redirect(NULL, NULL);
    assert_int_equal(findings, 0);
}

static int start(void **unused)
{
    (void)unused;
    return wb_context_create(&(wb_context_desc){.headless = true, .debug = true}) ? 0 : -1;
}

static int stop(void **unused)
{
    (void)unused;
    int errors = wb_context_error_count();
    wb_program_quit();
    wb_context_delete();
    return errors;
}

// With WB_SUBGROUPS=0, whether there is anything that this switches off.
static bool has_other_path(void)
{
    const char *wanted = getenv("WB_SUBGROUPS");
    if (wanted == NULL) return true;
    if (!wb_context_create(&(wb_context_desc){.headless = true})) return false;
    unsetenv("WB_SUBGROUPS");
    bool good = wb_subgroup_arithmetic(WB_SCAN_GROUP);
    setenv("WB_SUBGROUPS", "0", 1);
    wb_context_delete();
    return good;
}

int main(void)
{
    if (!has_other_path()) {
        puts("skipped: there are no subgroup operations that could be left out");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length), cmocka_unit_test(long_scans),
        cmocka_unit_test(in_place),     cmocka_unit_test(lost_predecessor),
        cmocka_unit_test(epochs),       cmocka_unit_test(limits),
        cmocka_unit_test(barriers),
    };
    return cmocka_run_group_tests_name("scan", tests, start, stop);
}
