/* The triangles of marching cubes: each case by itself, and each pair of neighbours. */
#include "compute/surface_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { FACES = 6, MOST_SIDES = 3 * WB_SURFACE_MOST_TRIANGLES };

// A side of a triangle, from one edge of the cell to another.
typedef struct side {
    uint8_t from, to;
} side;

static bool lies_in(uint32_t edge, uint32_t axis, uint32_t at)
{
    return edge / 4 != axis && (wb_surface_edge_corner(edge) >> axis & 1) == at;
}

static int sides_of(const wb_surface_case *made, side sides[MOST_SIDES])
{
    for (uint32_t k = 0; k < 3 * made->triangles; k++)
        sides[k] = (side){made->edges[k], made->edges[k % 3 == 2 ? k - 2 : k + 1]};
    return (int)(3 * made->triangles);
}

// Those that lie in a face, as edges of the cell at lower coordinates would be named.
static int sides_in_face(const wb_surface_case *made, uint32_t axis, uint32_t at,
                         side found[MOST_SIDES])
{
    side sides[MOST_SIDES];
    int all = sides_of(made, sides), count = 0;
    for (int i = 0; i < all; i++)
        if (lies_in(sides[i].from, axis, at) && lies_in(sides[i].to, axis, at))
            found[count++] = sides[i];
    return count;
}

static int count_of(const side *sides, int count, uint8_t from, uint8_t to)
{
    int found = 0;
    for (int i = 0; i < count; i++) found += sides[i].from == from && sides[i].to == to;
    return found;
}

// An edge in the upper face of a cell is one in the lower face of the next cell along the axis.
static uint8_t across(uint8_t edge, uint32_t axis)
{
    uint32_t corner = wb_surface_edge_corner(edge) & ~(1u << axis);
    for (uint32_t other = 4u * (edge / 4); other < 4u * (edge / 4) + 4; other++)
        if (wb_surface_edge_corner(other) == corner) return (uint8_t)other;
    fail();
    return 0;
}

/* ---- Each case ---- */

// Three numbers for the middle of an edge, in half cells.
static void middle_of(uint32_t edge, int point[3])
{
    for (uint32_t axis = 0; axis < 3; axis++)
        point[axis] = axis == edge / 4 ? 1 : 2 * (int)(wb_surface_edge_corner(edge) >> axis & 1);
}

static void test_edges(void **state)
{
    (void)state;
    for (uint32_t edge = 0; edge < WB_SURFACE_EDGES; edge++) {
        assert_int_equal(wb_surface_edge_corner(edge) >> edge / 4 & 1, 0);
        for (uint32_t other = 0; other < edge; other++)
            assert_true(edge / 4 != other / 4 ||
                        wb_surface_edge_corner(edge) != wb_surface_edge_corner(other));
    }
}

static void test_corners_are_on_cut_edges(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < WB_SURFACE_CASES; number++) {
        wb_surface_case made;
        wb_surface_case_make(number, WB_SURFACE_APART, &made);
        assert_in_range(made.triangles, 0, WB_SURFACE_MOST_TRIANGLES);
        for (uint32_t edge = 0; edge < WB_SURFACE_EDGES; edge++) {
            uint32_t low = wb_surface_edge_corner(edge), high = low | 1u << edge / 4;
            bool is_cut = ((number >> low ^ number >> high) & 1) != 0, is_used = false;
            for (uint32_t k = 0; k < 3 * made.triangles; k++)
                is_used = is_used || made.edges[k] == edge;
            assert_int_equal(is_cut, is_used);
        }
    }
}

// Inside the cell each side has a partner in the other direction; in a face it has none.
static void test_fans_close(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < WB_SURFACE_CASES; number++) {
        wb_surface_case made;
        side sides[MOST_SIDES];
        wb_surface_case_make(number, WB_SURFACE_APART, &made);
        int count = sides_of(&made, sides);
        for (int i = 0; i < count; i++) {
            bool in_face = false;
            for (uint32_t face = 0; face < FACES; face++)
                in_face = in_face || (lies_in(sides[i].from, face / 2, face % 2) &&
                                      lies_in(sides[i].to, face / 2, face % 2));
            assert_int_equal(count_of(sides, count, sides[i].from, sides[i].to), 1);
            assert_int_equal(count_of(sides, count, sides[i].to, sides[i].from), !in_face);
        }
    }
}

// One inside corner: the triangle turns its face away from it. With what neighbours demand of each
// other this decides for all cases.
static void test_triangles_face_outwards(void **state)
{
    (void)state;
    for (uint32_t corner = 0; corner < 8; corner++) {
        wb_surface_case made;
        int p[3][3], u[3], v[3], outwards = 0;
        wb_surface_case_make(1u << corner, WB_SURFACE_APART, &made);
        assert_int_equal(made.triangles, 1);
        for (int k = 0; k < 3; k++) middle_of(made.edges[k], p[k]);
        for (int a = 0; a < 3; a++) {
            u[a] = p[1][a] - p[0][a];
            v[a] = p[2][a] - p[0][a];
        }
        for (int a = 0; a < 3; a++) {
            int normal = u[(a + 1) % 3] * v[(a + 2) % 3] - u[(a + 2) % 3] * v[(a + 1) % 3];
            outwards += normal * (p[0][a] - 2 * (int)(corner >> a & 1));
        }
        assert_true(outwards > 0);
    }
}

static void test_words(void **state)
{
    (void)state;
    uint32_t words[WB_SURFACE_CASES][2], triangles = 0;
    wb_surface_table_make(WB_SURFACE_APART, words);
    for (uint32_t number = 0; number < WB_SURFACE_CASES; number++) {
        wb_surface_case made;
        wb_surface_case_make(number, WB_SURFACE_APART, &made);
        assert_int_equal(words[number][1] >> 28, made.triangles);
        for (uint32_t k = 0; k < 3 * made.triangles; k++)
            assert_int_equal(words[number][k / 8] >> 4 * (k % 8) & 15, made.edges[k]);
        triangles += made.triangles;
    }
    assert_int_equal(triangles, WB_SURFACE_TRIANGLES);
}

/* ---- Neighbours ---- */

// Whether what `lower` has in its upper face along the axis, `upper` has in its lower face in the
// other direction, and nothing else.
static bool fit(const wb_surface_case *lower, const wb_surface_case *upper, uint32_t axis)
{
    side here[MOST_SIDES], there[MOST_SIDES];
    int count = sides_in_face(lower, axis, 1, here);
    if (sides_in_face(upper, axis, 0, there) != count) return false;
    for (int i = 0; i < count; i++)
        if (count_of(there, count, across(here[i].to, axis), across(here[i].from, axis)) != 1)
            return false;
    return true;
}

// Whether the four corners of the face between them are the same in both.
static bool are_neighbours(uint32_t lower, uint32_t upper, uint32_t axis)
{
    for (uint32_t corner = 0; corner < 8; corner++)
        if ((corner >> axis & 1) == 0 &&
            ((lower >> (corner | 1u << axis) ^ upper >> corner) & 1) != 0)
            return false;
    return true;
}

static int misfits(wb_surface_rule rule)
{
    int pairs = 0, bad = 0;
    for (uint32_t lower = 0; lower < WB_SURFACE_CASES; lower++)
        for (uint32_t upper = 0; upper < WB_SURFACE_CASES; upper++)
            for (uint32_t axis = 0; axis < 3; axis++) {
                wb_surface_case a, b;
                if (!are_neighbours(lower, upper, axis)) continue;
                wb_surface_case_make(lower, rule, &a);
                wb_surface_case_make(upper, rule, &b);
                pairs++;
                bad += !fit(&a, &b, axis);
            }
    assert_int_equal(pairs, 12288);
    return bad;
}

static void test_neighbours_fit(void **state)
{
    (void)state;
    assert_int_equal(misfits(WB_SURFACE_APART), 0);
}

// The table of 1987 has holes.
static void test_opposites_do_not_fit(void **state)
{
    (void)state;
    assert_int_equal(misfits(WB_SURFACE_OPPOSITES), 660);
    for (uint32_t number = 0; number < WB_SURFACE_CASES; number++) {
        wb_surface_case made, opposite;
        wb_surface_case_make(number, WB_SURFACE_OPPOSITES, &made);
        wb_surface_case_make(255 - number, WB_SURFACE_OPPOSITES, &opposite);
        assert_in_range(made.triangles, 0, 4);
        if (__builtin_popcount(number) != 4) assert_int_equal(made.triangles, opposite.triangles);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_corners_are_on_cut_edges),
        cmocka_unit_test(test_fans_close),
        cmocka_unit_test(test_triangles_face_outwards),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_neighbours_fit),
        cmocka_unit_test(test_opposites_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
