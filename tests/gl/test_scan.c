/* The scan block: exact for lengths up to two tiles and more, for primes up to the largest
 * block, in place, with sums that wrap, by both methods; it touches nothing beyond its length, and
 * its barriers are right. The single pass also with a predecessor that never comes, with work
 * groups that start in the reverse order, and at the end of its epochs. Runs headless; once more
 * with WB_SUBGROUPS=0 where there are subgroup operations. */
#include "compute/scan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/message.h"
#include "base/random.h"
#include "compute/subgroup.h"
#include "gl/context.h"
#include "os/host.h"
#include "os/output.h"
#include "os/path.h"
#include "os/scratch.h"
#include "watch/barriers.h"
#include "gl/program.h"

enum { EVERY = 2 * WB_SCAN_SINGLE_PASS_TILE + 300, CANARY = 0x5EAFBEE5 };

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

// Every length around a multiple of the tile; of those between, which only end elsewhere in it, one
// in 31.
static uint32_t next_length(uint32_t count)
{
    enum { TILE = WB_SCAN_TILE, AROUND = 100 };
    bool close = count % TILE < AROUND || count % TILE > TILE - AROUND;
    return count + (close ? 1 : 31);
}

// Into a buffer that is all canaries beyond what the shorter scans before have written.
static void scan_lengths(wb_scan *scan, GLuint in, const uint32_t *words, bool inclusive)
{
    uint32_t *expected = expected_scan(words, EVERY + 4, inclusive);
    uint32_t *got = malloc((EVERY + 4) * sizeof *got);
    assert_non_null(got);
    for (int i = 0; i < EVERY + 4; i++) got[i] = CANARY;
    GLuint out = create_buffer(got, EVERY + 4);
    for (uint32_t count = 0; count <= EVERY; count = next_length(count)) {
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

static void lengths(void **unused)
{
    (void)unused;
    uint32_t *words = random_words(EVERY + 4);
    GLuint in = create_buffer(words, EVERY + 4);
    for (int m = 0; m < 2; m++) {
        wb_scan scan;
        assert_true(wb_scan_create(&scan, EVERY, methods[m]));
        scan_lengths(&scan, in, words, false);
        scan_lengths(&scan, in, words, true);
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
    static const uint32_t primes[] = {65537, 1048583, 33554393, 67108859};
    GLint64 limit = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
    for (int i = 0; i < 4; i++) {
        if ((GLint64)primes[i] * 4 > limit) {
            print_message("left out: a scan of %u elements, more than a block of this driver\n",
                          primes[i]);
            continue;
        }
        for (int m = 0; m < 2; m++)
            for (int inclusive = 0; inclusive < 2; inclusive++)
                scan_once(methods[m], primes[i], inclusive != m,
                          inclusive); // one of the two in place
    }
}

static void in_place(void **unused)
{
    (void)unused;
    static const uint32_t counts[] = {4,    5,    255,  4095,  4096,   4097,
                                      8191, 8192, 8193, 40961, 262144, 999983};
    for (int i = 0; i < 12; i++)
        for (int m = 0; m < 2; m++) scan_once(methods[m], counts[i], true, i % 2);
}

/* ---- The single pass ---- */

// The single pass again, but a work group takes another tile than the one of its own number.
static bool create_with_tile(wb_scan *scan, uint32_t most, const char *tile)
{
    static char root[WB_PATH_SIZE];
    static const char *const original = "uint tile = gl_WorkGroupID.x;";
    char path[1024], kernel[WB_PATH_SIZE + 32], *text = NULL;
    wb_program_quit(); // forgets the roots
    assert_true(wb_program_find("scan/single_pass.comp", path, sizeof path));
    assert_non_null(text = wb_file_read(path, NULL));
    char *at = strstr(text, original);
    assert_non_null(at);
    snprintf(root, sizeof root, "%s/test_scan", wb_path_temporary());
    assert_true(wb_scratch_make(root, sizeof root));
    snprintf(kernel, sizeof kernel, "%s/scan/single_pass.comp", root);
    wb_path_make_directories_above(kernel);
    FILE *file = fopen(kernel, "wb");
    assert_non_null(file);
    fprintf(file, "%.*suint tile = %s;%s", (int)(at - text), text, tile, at + strlen(original));
    assert_int_equal(fclose(file), 0);
    free(text);
    bool good = wb_program_add_root(root) && wb_scan_create(scan, most, WB_SCAN_SINGLE_PASS);
    wb_scratch_remove();
    return good;
}

// `first` tiles are left out: no group scans them, and those behind have to add them up themselves.
static void expect_with_tile(const char *tile, uint32_t first)
{
    enum { TILES = 40, COUNT = TILES * WB_SCAN_SINGLE_PASS_TILE };
    uint32_t *words = random_words(COUNT), *expected = expected_scan(words, COUNT, false);
    uint32_t *got = malloc(COUNT * sizeof *got), begin = first * WB_SCAN_SINGLE_PASS_TILE;
    assert_non_null(got);
    for (int same = 0; same < 2; same++) {
        wb_scan scan;
        assert_true(create_with_tile(&scan, COUNT + begin, tile));
        GLuint in = create_buffer(words, COUNT), out = same ? in : create_buffer(words, COUNT);
        wb_scan_exclusive(&scan, in, out, COUNT);
        read_buffer(out, got, COUNT);
        expect_words(got, words, 0, begin, COUNT);
        expect_words(got, expected, begin, COUNT, COUNT);
        glDeleteBuffers(1, &in);
        if (!same) glDeleteBuffers(1, &out);
        wb_scan_delete(&scan);
    }
    wb_program_quit();
    free(words);
    free(expected);
    free(got);
}

// Tile 0 never comes. The last group has a tile behind the end, which is empty.
static void lost_predecessor(void **unused)
{
    (void)unused;
    expect_with_tile("gl_WorkGroupID.x + 1u", 1);
}

// The last tile starts first.
static void reversed_order(void **unused)
{
    (void)unused;
    expect_with_tile("gl_NumWorkGroups.x - 1u - gl_WorkGroupID.x", 0);
}

// The epoch goes from 65,535 back to 1, and what is left of the first epoch 1 does not count.
static void epochs(void **unused)
{
    (void)unused;
    enum { TILES = 10, COUNT = TILES * WB_SCAN_SINGLE_PASS_TILE - 3 };
    uint32_t *words = random_words(COUNT), *expected = expected_scan(words, COUNT, true);
    uint32_t *got = malloc(COUNT * sizeof *got);
    assert_non_null(got);
    wb_scan scan;
    assert_true(wb_scan_create(&scan, COUNT, WB_SCAN_SINGLE_PASS));
    GLuint in = create_buffer(words, COUNT), out = create_buffer(NULL, COUNT);
    wb_scan_inclusive(&scan, out, out, COUNT); // leaves other sums
    assert_int_equal(scan.epoch, 1);
    scan.epoch = 65534;
    for (int i = 0; i < 5; i++) {
        uint32_t count = i == 1 ? 5 : COUNT; // the first of the new epochs: one tile
        wb_scan_inclusive(&scan, in, out, count);
        read_buffer(out, got, count);
        expect_words(got, expected, 0, count, count);
        if (i != 1) continue;
        uint32_t messages[4 * TILES];
        read_buffer(scan.look_back.id, messages, 4 * TILES);
        for (int k = 4; k < 4 * TILES; k++) assert_int_equal(messages[k], 0);
    }
    assert_int_equal(scan.epoch, 4); // 65535, 1, 2, 3 and 4 are used up
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
    if (most_groups >= 1 << 19) return; // all lengths fit
    wb_message_redirect(hear, NULL);
    assert_false(wb_scan_create(&scan, UINT32_MAX, WB_SCAN_SINGLE_PASS));
    wb_message_redirect(NULL, NULL);
    assert_non_null(strstr(heard, "524288 work groups"));
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
    wb_barriers_redirect(count_finding, NULL);
    for (int m = 0; m < 2; m++) {
        wb_barriers_begin();
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
        wb_barriers_end();
    }
    wb_barriers_redirect(NULL, NULL);
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
    wb_host_set_variable("WB_SUBGROUPS", NULL);
    bool good = wb_subgroup_ballot(WB_SCAN_GROUP, 32);
    wb_host_set_variable("WB_SUBGROUPS", "0");
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
        cmocka_unit_test(lengths),          cmocka_unit_test(long_scans),
        cmocka_unit_test(in_place),         cmocka_unit_test(epochs),
        cmocka_unit_test(limits),           cmocka_unit_test(barriers),
        cmocka_unit_test(lost_predecessor), cmocka_unit_test(reversed_order),
    };
    return cmocka_run_group_tests_name("scan", tests, start, stop);
}
