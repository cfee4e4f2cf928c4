/* The measures of a mesh, on meshes whose measures are all known; and the table of marching cubes
 * on a field that meets all of its cases. */
#include "measure.h"

#include "base/random.h"
#include "compute/surface_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "helper.h"

static int begin(void **state)
{
    (void)state;
    forget_messages();
    return 0;
}

/* ---- A cube, whole and otherwise ---- */

// Corner v at x = v & 1, y = v >> 1 & 1, z = v >> 2.
static const float cube_corners[8][4] = {{0, 0, 0, 9}, {1, 0, 0, 9}, {0, 1, 0, 9}, {1, 1, 0, 9},
                                         {0, 0, 1, 9}, {1, 0, 1, 9}, {0, 1, 1, 9}, {1, 1, 1, 9}};
enum { CUBE_TRIANGLES = 12 };
static const uint32_t cube_sides[3 * CUBE_TRIANGLES] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6,
                                                        0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7,
                                                        0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};

static mesh_measures measure(const float (*positions)[4], int64_t vertices, const uint32_t *indices,
                             int64_t triangles)
{
    mesh_measures found;
    const mesh m = {
        .vertices = vertices, .triangles = triangles, .positions = positions, .indices = indices};
    assert_true(measure_mesh(&m, &found));
    assert_int_equal(message_count, 0);
    return found;
}

static void test_cube(void **state)
{
    (void)state;
    mesh_measures found = measure(cube_corners, 8, cube_sides, CUBE_TRIANGLES);
    assert_true(is_closed(&found));
    assert_int_equal(found.edges, 18);
    assert_int_equal(found.euler, 2);
    assert_int_equal(found.parts, 1);
    assert_true(fabs(found.volume - 1.0) < 1e-12);
    assert_true(fabs(found.area - 6.0) < 1e-12);
}

static void test_nothing(void **state)
{
    (void)state;
    mesh_measures found = measure(NULL, 0, NULL, 0);
    assert_true(is_closed(&found));
    assert_int_equal(found.euler, 0);
    assert_int_equal(found.parts, 0);
}

static void test_hole(void **state)
{
    (void)state;
    mesh_measures found = measure(cube_corners, 8, cube_sides, CUBE_TRIANGLES - 1);
    assert_int_equal(found.open, 3);
    assert_false(is_closed(&found));
}

static void test_turned(void **state)
{
    (void)state;
    uint32_t sides[3 * CUBE_TRIANGLES];
    memcpy(sides, cube_sides, sizeof sides);
    sides[0] = cube_sides[1];
    sides[1] = cube_sides[0];
    mesh_measures found = measure(cube_corners, 8, sides, CUBE_TRIANGLES);
    assert_int_equal(found.turned, 3);
    assert_int_equal(found.open + found.crowded, 0);
    assert_false(is_closed(&found));
}

static void test_twice(void **state)
{
    (void)state;
    uint32_t sides[3 * CUBE_TRIANGLES + 3];
    memcpy(sides, cube_sides, sizeof cube_sides);
    memcpy(sides + 3 * CUBE_TRIANGLES, cube_sides, 3 * sizeof *sides);
    mesh_measures found = measure(cube_corners, 8, sides, CUBE_TRIANGLES + 1);
    assert_int_equal(found.crowded, 3);
    assert_false(is_closed(&found));
}

static void test_collapsed(void **state)
{
    (void)state;
    uint32_t sides[3 * CUBE_TRIANGLES + 3] = {0};
    memcpy(sides, cube_sides, sizeof cube_sides);
    sides[3 * CUBE_TRIANGLES + 2] = 1;
    mesh_measures found = measure(cube_corners, 8, sides, CUBE_TRIANGLES + 1);
    assert_int_equal(found.collapsed, 1);
    assert_int_equal(found.open + found.crowded + found.turned, 0);
    assert_false(is_closed(&found));
}

static void test_unused(void **state)
{
    (void)state;
    float corners[9][4] = {{0}};
    memcpy(corners, cube_corners, sizeof cube_corners);
    mesh_measures found = measure(corners, 9, cube_sides, CUBE_TRIANGLES);
    assert_int_equal(found.unused, 1);
    assert_int_equal(found.euler, 2);
    assert_false(is_closed(&found));
}

// A cube in a cube, turned inside out: what a hollow body's surface is.
static void test_hollow(void **state)
{
    (void)state;
    float corners[16][4];
    uint32_t sides[6 * CUBE_TRIANGLES];
    for (int v = 0; v < 16; v++)
        for (int axis = 0; axis < 4; axis++)
            corners[v][axis] = (v < 8 ? 3.0f : 1.0f) * (cube_corners[v % 8][axis] - 0.5f);
    memcpy(sides, cube_sides, sizeof cube_sides);
    for (int k = 0; k < 3 * CUBE_TRIANGLES; k++)
        sides[3 * CUBE_TRIANGLES + k] = 8 + cube_sides[k / 3 * 3 + 2 - k % 3];
    mesh_measures found = measure(corners, 16, sides, 2 * CUBE_TRIANGLES);
    assert_true(is_closed(&found));
    assert_int_equal(found.euler, 4);
    assert_int_equal(found.parts, 2);
    assert_true(fabs(found.volume - 26.0) < 1e-9);
}

// A ring of rings.
static void test_torus(void **state)
{
    (void)state;
    enum { AROUND = 7, ACROSS = 5 };
    float corners[AROUND * ACROSS][4] = {{0}};
    uint32_t sides[6 * AROUND * ACROSS], *side = sides;
    for (uint32_t v = 0; v < AROUND * ACROSS; v++) {
        double a = 6.28318530718 * (v / ACROSS) / AROUND, b = 6.28318530718 * (v % ACROSS) / ACROSS;
        corners[v][0] = (float)((3.0 + cos(b)) * cos(a));
        corners[v][1] = (float)((3.0 + cos(b)) * sin(a));
        corners[v][2] = (float)sin(b);
        uint32_t row = v / ACROSS, next_row = (row + 1) % AROUND * ACROSS, here = row * ACROSS;
        uint32_t at = v % ACROSS, next = (at + 1) % ACROSS;
        const uint32_t two[6] = {here + at,   next_row + at, here + next,
                                 here + next, next_row + at, next_row + next};
        memcpy(side, two, sizeof two);
        side += 6;
    }
    mesh_measures found = measure(corners, AROUND * ACROSS, sides, 2 * AROUND * ACROSS);
    assert_true(is_closed(&found));
    assert_int_equal(found.euler, 0);
    assert_int_equal(found.parts, 1);
    assert_true(found.volume > 0.0);
}

static void test_refused(void **state)
{
    (void)state;
    mesh_measures found;
    float corners[8][4];
    mesh m = {.vertices = 7,
              .triangles = CUBE_TRIANGLES,
              .positions = cube_corners,
              .indices = cube_sides};
    assert_false(measure_mesh(&m, &found));
    assert_one_message("vertex 7, and there are 7");
    forget_messages();
    memcpy(corners, cube_corners, sizeof corners);
    corners[5][1] = NAN;
    m.vertices = 8;
    m.positions = (const float(*)[4])corners;
    assert_false(measure_mesh(&m, &found));
    assert_one_message("vertex 5 is nowhere");
}

/* ---- Marching cubes on noise ---- */

enum { CELLS = 24, NODES = CELLS + 1 };

static bool inside[NODES][NODES][NODES];
static float points[3 * NODES * NODES * NODES][4];
static uint32_t corners_of_triangles[3 * WB_SURFACE_MOST_TRIANGLES * CELLS * CELLS * CELLS];

// No corner at the border is inside.
static void fill_with_noise(void)
{
    wb_random random = wb_random_seed(1);
    memset(inside, 0, sizeof inside);
    for (int z = 1; z < CELLS; z++)
        for (int y = 1; y < CELLS; y++)
            for (int x = 1; x < CELLS; x++) inside[z][y][x] = wb_random_below(&random, 2) == 1;
}

// Every edge of the grid has a place for a vertex: three at each node.
static uint32_t vertex_on(int x, int y, int z, uint32_t edge)
{
    uint32_t corner = wb_surface_edge_corner(edge);
    int node[3] = {x + (int)(corner & 1), y + (int)(corner >> 1 & 1), z + (int)(corner >> 2)};
    uint32_t vertex = 3 * (uint32_t)((node[2] * NODES + node[1]) * NODES + node[0]) + edge / 4;
    for (uint32_t axis = 0; axis < 3; axis++)
        points[vertex][axis] = (float)node[axis] + (axis == edge / 4 ? 0.5f : 0.0f);
    return vertex;
}

static uint32_t case_of(int x, int y, int z)
{
    uint32_t number = 0;
    for (int c = 0; c < 8; c++)
        number |= (uint32_t)inside[z + (c >> 2)][y + (c >> 1 & 1)][x + (c & 1)] << c;
    return number;
}

static mesh_measures march(wb_surface_rule rule, int *cases)
{
    bool is_met[WB_SURFACE_CASES] = {false};
    int64_t corners = 0;
    *cases = 0;
    for (int cell = 0; cell < CELLS * CELLS * CELLS; cell++) {
        int x = cell % CELLS, y = cell / CELLS % CELLS, z = cell / CELLS / CELLS;
        wb_surface_case made;
        uint32_t number = case_of(x, y, z);
        *cases += !is_met[number];
        is_met[number] = true;
        wb_surface_case_make(number, rule, &made);
        for (uint32_t k = 0; k < 3 * made.triangles; k++)
            corners_of_triangles[corners++] = vertex_on(x, y, z, made.edges[k]);
    }
    return measure((const float(*)[4])points, 3 * NODES * NODES * NODES, corners_of_triangles,
                   corners / 3);
}

static void test_noise_is_closed(void **state)
{
    (void)state;
    int cases;
    fill_with_noise();
    mesh_measures found = march(WB_SURFACE_APART, &cases);
    found.unused = 0; // most edges of the grid are not cut
    assert_int_equal(cases, WB_SURFACE_CASES);
    assert_true(found.edges > 10000);
    assert_true(is_closed(&found));
    assert_true(found.volume > 0.0);
}

static void test_noise_with_holes(void **state)
{
    (void)state;
    int cases;
    fill_with_noise();
    mesh_measures found = march(WB_SURFACE_OPPOSITES, &cases);
    assert_true(found.open > 1000);
    assert_int_equal(found.crowded + found.turned + found.collapsed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_cube, begin),
        cmocka_unit_test_setup(test_nothing, begin),
        cmocka_unit_test_setup(test_hole, begin),
        cmocka_unit_test_setup(test_turned, begin),
        cmocka_unit_test_setup(test_twice, begin),
        cmocka_unit_test_setup(test_collapsed, begin),
        cmocka_unit_test_setup(test_unused, begin),
        cmocka_unit_test_setup(test_hollow, begin),
        cmocka_unit_test_setup(test_torus, begin),
        cmocka_unit_test_setup(test_refused, begin),
        cmocka_unit_test_setup(test_noise_is_closed, begin),
        cmocka_unit_test_setup(test_noise_with_holes, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
