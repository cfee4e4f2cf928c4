/* The grid against a stable counting sort on the CPU, bit for bit: sizes around the group sizes,
 * crowded cells, points outside the box and points that are no numbers. */
#include "compute/grid.h"

#include <math.h>
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
#include "gl/context.h"
#include "gl/program.h"

typedef struct points {
    uint32_t count;
    float (*positions)[4], (*velocities)[4];
} points;

static points points_make(uint32_t count, float low, float high)
{
    points made = {count, calloc(count + 1, 16), calloc(count + 1, 16)};
    assert_non_null(made.positions);
    assert_non_null(made.velocities);
    wb_random random = wb_random_seed(count);
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++) {
            made.positions[i][k] = low + (high - low) * wb_random_float(&random);
            made.velocities[i][k] = wb_random_float(&random);
        }
    }
    return made;
}

static void points_free(points *made)
{
    free(made->positions);
    free(made->velocities);
}

/* ---- The oracle ---- */

// Particles in the order of their cells, and within a cell of their numbers.
static void sort_on_cpu(const wb_grid *grid, const points *given, uint32_t *starts, uint32_t *ids)
{
    memset(starts, 0, (grid->cells + 1) * sizeof *starts);
    for (uint32_t i = 0; i < given->count; i++)
        starts[wb_grid_cell(grid, given->positions[i]) + 1]++;
    for (uint32_t c = 0; c < grid->cells; c++) starts[c + 1] += starts[c];
    uint32_t *next = malloc(grid->cells * sizeof *next);
    assert_non_null(next);
    memcpy(next, starts, grid->cells * sizeof *next);
    for (uint32_t i = 0; i < given->count; i++)
        ids[next[wb_grid_cell(grid, given->positions[i])]++] = i;
    free(next);
}

static void *read_back(const wb_buffer *buffer)
{
    void *data = malloc((size_t)buffer->size_bytes);
    assert_non_null(data);
    wb_buffer_read(buffer, data);
    return data;
}

static void compare(const wb_grid *grid, const points *given, bool with_velocities)
{
    uint32_t *starts = malloc((grid->cells + 1) * sizeof *starts);
    uint32_t *ids = malloc((given->count + 1) * sizeof *ids);
    assert_non_null(starts);
    assert_non_null(ids);
    sort_on_cpu(grid, given, starts, ids);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    uint32_t *got_starts = read_back(&grid->starts), *got_ids = read_back(&grid->ids);
    float(*got_positions)[4] = read_back(&grid->positions);
    float(*got_velocities)[4] = read_back(&grid->velocities);
    assert_memory_equal(got_starts, starts, (grid->cells + 1) * sizeof *starts);
    for (uint32_t i = 0; i < given->count; i++) {
        assert_int_equal(got_ids[i], ids[i]);
        assert_memory_equal(got_positions[i], given->positions[ids[i]], 16);
        if (with_velocities)
            assert_memory_equal(got_velocities[i], given->velocities[ids[i]], 16);
        else
            assert_int_equal(((uint32_t *)got_velocities)[4 * i], 0xCDCDCDCD); // untouched
    }
    free(got_velocities);
    free(got_positions);
    free(got_ids);
    free(got_starts);
    free(ids);
    free(starts);
}

static GLuint upload(const void *data, uint32_t count)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, ((GLsizeiptr)count + 1) * 16, data, GL_STATIC_DRAW);
    return buffer;
}

// The build with the ranks in each cell turned round after the count. Atomics may give them in any
// order, but a driver that runs one group after the other gives the one that needs no more sorting.
static void build_reversed(wb_grid *grid, GLuint positions, GLuint velocities, uint32_t count)
{
    wb_grid_clear(grid);
    wb_grid_count(grid, positions, count);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData and glBufferSubData
    uint32_t(*places)[2] = read_back(&grid->places), *counts = read_back(&grid->counts);
    for (uint32_t i = 0; i < count; i++) places[i][1] = counts[places[i][0]] - 1 - places[i][1];
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, grid->places.id);
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)count * 8, places);
    free(places);
    free(counts);
    wb_grid_scan(grid);
    wb_grid_scatter(grid, count);
    wb_grid_order(grid, positions, velocities, count);
}

static void check(const wb_grid_desc *desc, const points *given, bool with_velocities)
{
    static wb_grid grid;
    assert_true(wb_grid_create(&grid, desc));
    GLuint positions = upload(given->positions, given->count);
    GLuint velocities = with_velocities ? upload(given->velocities, given->count) : 0;
    assert_true(wb_grid_build(&grid, positions, velocities, given->count));
    compare(&grid, given, with_velocities);
    build_reversed(&grid, positions, velocities, given->count); // finds what the first has left
    compare(&grid, given, with_velocities);
    wb_grid_delete(&grid);
    glDeleteBuffers(1, &positions);
    glDeleteBuffers(1, &velocities);
}

/* ---- The tests ---- */

static const wb_grid_desc unit_box = {.high = {1, 1, 1}, .cell_size = 0.07f};

static void test_sizes(void **unused)
{
    (void)unused;
    static const uint32_t sizes[] = {0, 1, 2, 255, 256, 257, 511, 512, 513, 1021, 10007, 100003};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        points given = points_make(sizes[i], 0, 1);
        wb_grid_desc desc = unit_box;
        desc.most = sizes[i];
        check(&desc, &given, true);
        desc.most = sizes[i] + 100;
        check(&desc, &given, false);
        desc.hashed = true;
        check(&desc, &given, true);
        points_free(&given);
    }
}

// Cells of one particle, of some hundreds, and of all: far below and far above the limit where runs
// take over.
static void test_crowds(void **unused)
{
    (void)unused;
    static const float cell_sizes[] = {0.011f, 0.17f, 0.26f, 0.5f, 2.0f};
    points given = points_make(20011, 0, 1);
    for (size_t i = 0; i < sizeof cell_sizes / sizeof cell_sizes[0]; i++) {
        wb_grid_desc desc = {.high = {1, 1, 1}, .cell_size = cell_sizes[i], .most = given.count};
        check(&desc, &given, true);
    }
    // One crowd among few: half of all particles sit in one point.
    for (uint32_t i = 0; i < given.count; i += 2)
        for (int k = 0; k < 3; k++) given.positions[i][k] = 0.5f;
    wb_grid_desc desc = unit_box;
    desc.most = given.count;
    check(&desc, &given, true);
    points_free(&given);
}

// Three cells, their particles mixed: one just below the limit where runs take over, one at it, and
// one above.
static void test_limit_of_runs(void **unused)
{
    (void)unused;
    points given = points_make(255 + 256 + 257, 0, 1);
    for (uint32_t i = 0; i < given.count; i++) {
        uint32_t cell = i < 3 * 255 ? i % 3 : i == 3 * 255 ? 1 : 2;
        given.positions[i][0] = 0.15f + 0.3f * (float)cell;
        given.positions[i][1] = given.positions[i][2] = 0.5f;
    }
    wb_grid_desc desc = {.high = {1, 1, 1}, .cell_size = 0.3f, .most = given.count};
    check(&desc, &given, true);
    points_free(&given);
}

static void test_all_in_a_cell(void **unused)
{
    (void)unused;
    points given = points_make(100003, 0.25f, 0.26f); // more than 16 bits could count
    check(&(wb_grid_desc){.high = {1, 1, 1}, .cell_size = 0.1f, .most = given.count}, &given, true);
    points_free(&given);
}

static void test_strange_points(void **unused)
{
    (void)unused;
    static const float strange[] = {NAN,   INFINITY, -INFINITY, 1e30f, -1e30f, 1.0f,
                                    -0.0f, 1e-40f,   1.5f,      -3.0f, 3e9f,   -3e9f};
    enum { STRANGE = sizeof strange / sizeof strange[0] };
    points given = points_make(5000, -0.5f, 1.5f);
    for (uint32_t i = 0; i < 3 * STRANGE * STRANGE; i++) {
        given.positions[i][i % 3] = strange[i / 3 % STRANGE];
        given.positions[i][(i + 1) % 3] = strange[i / 3 / STRANGE];
    }
    wb_grid_desc desc = unit_box;
    desc.most = given.count;
    check(&desc, &given, true);
    desc.hashed = true;
    check(&desc, &given, true);
    points_free(&given);
}

// Narrower along x.
static void test_division(void **unused)
{
    (void)unused;
    points given = points_make(3001, 0, 1);
    wb_grid_desc desc = {
        .high = {1, 1, 1}, .cell_size = 0.25f, .x_division = 3, .most = given.count};
    check(&desc, &given, true);
    wb_grid grid;
    assert_true(wb_grid_create(&grid, &desc));
    assert_int_equal(grid.size[0], 12);
    assert_int_equal(grid.size[1], 4);
    assert_int_equal(grid.size[2], 4);
    assert_int_equal(wb_grid_cell(&grid, (float[3]){0.0834f, 0.0f, 0.0f}), 1);
    wb_grid_delete(&grid);
    points_free(&given);
}

static void test_plane(void **unused)
{
    (void)unused;
    points given = points_make(3001, 0, 1);
    for (uint32_t i = 0; i < given.count; i++) given.positions[i][2] = 0;
    wb_grid_desc desc = {.high = {1, 1, 0}, .cell_size = 0.03f, .most = given.count};
    check(&desc, &given, true);
    points_free(&given);
}

/* ---- Wrong requests ---- */

static int errors;
static char last_error[300];

static void hear(wb_severity severity, const char *text, void *user)
{
    (void)user;
    if (severity != WB_ERROR) return;
    errors++;
    snprintf(last_error, sizeof last_error, "%s", text);
}

static void expect_refusal(bool good, const char *words)
{
    assert_false(good);
    assert_int_equal(errors, 1);
    if (strstr(last_error, words) == NULL) fail_msg("no '%s' in: %s", words, last_error);
    errors = 0;
}

static void test_wrong_requests(void **unused)
{
    (void)unused;
    static const struct {
        wb_grid_desc desc;
        const char *words; // of the message
    } wrong[] = {
        {{.high = {1, 1, 1}}, "larger than 0"},
        {{.high = {1, 1, 1}, .cell_size = -1}, "larger than 0"},
        {{.high = {1, 1, 1}, .cell_size = NAN}, "larger than 0"},
        {{.high = {1, 1, 1}, .cell_size = INFINITY}, "larger than 0"},
        {{.high = {1, -1, 1}, .cell_size = 0.1f}, "along y"},
        {{.high = {1, 1, INFINITY}, .cell_size = 0.1f}, "along z"},
        {{.low = {NAN}, .high = {1, 1, 1}, .cell_size = 0.1f, .hashed = true}, "along x"},
        {{.high = {1, 1, 1}, .cell_size = 1e-6f}, "cells is too large"},
        {{.high = {1e30f, 1e30f, 1e30f}, .cell_size = 1e-30f}, "cells is too large"},
    };
    static wb_grid grid;
    wb_message_redirect(hear, NULL);
    errors = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        wb_grid_desc desc = wrong[i].desc;
        desc.most = 10;
        expect_refusal(wb_grid_create(&grid, &desc), wrong[i].words);
        wb_grid_delete(&grid);
    }
    wb_grid_desc desc = unit_box;
    desc.most = 10;
    assert_true(wb_grid_create(&grid, &desc));
    expect_refusal(wb_grid_build(&grid, 0, 0, 11), "cannot take 11");
    wb_grid_delete(&grid);
    wb_grid_delete(&grid); // as the header says: nothing happens
    wb_message_redirect(NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),          cmocka_unit_test(test_crowds),
        cmocka_unit_test(test_limit_of_runs),  cmocka_unit_test(test_strange_points),
        cmocka_unit_test(test_division),       cmocka_unit_test(test_plane),
        cmocka_unit_test(test_wrong_requests), cmocka_unit_test(test_all_in_a_cell),
    };
    if (!wb_context_create(&(wb_context_desc){.headless = true, .debug = true})) return 77;
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    failures += wb_context_error_count();
    wb_program_quit();
    wb_context_delete();
    return failures;
}
