/* The tree: each point in exactly one leaf, children and parents that know each other, boxes and
 * masses against sums in double, the same bits twice; at sizes around every work group, with places
 * that make trouble, under the barrier checker. */
#include "compute/tree.h"

#include <math.h>
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

enum { MOST = 70001, BUNDLE = 10 };

static const float LOW[3] = {-20.0f, -20.0f, -5.0f}, HIGH[3] = {20.0f, 20.0f, 11.0f};

static wb_tree tree;
static GLuint points_buffer;
static float (*points)[4];
static wb_tree_node *nodes;
static float (*boxes)[2][4], (*quadrupoles)[2][4];
static uint32_t *bundles, command[4];
static uint32_t *codes, *order, *seen; // seen: how many times a node or a point was come across

/* What a node should hold, summed up from its children in double; of each node. */
typedef struct sum {
    double mass, first[3], second[6]; // moments from the origin
    float low[3], high[3];
    uint32_t leaves;
} sum;

static sum *sums;

/* ---- Places ---- */

static float from(wb_random *random, float low, float high)
{
    return low + (high - low) * (float)(wb_random_u32(random) >> 8) * 0x1p-24f;
}

static void anywhere(uint32_t i, uint32_t n, wb_random *random, float place[3])
{
    (void)i, (void)n;
    for (int k = 0; k < 3; k++) place[k] = from(random, LOW[k], HIGH[k]);
}

static void one_place(uint32_t i, uint32_t n, wb_random *random, float place[3])
{
    (void)i, (void)n, (void)random;
    for (int k = 0; k < 3; k++) place[k] = 1.25f;
}

static void on_a_line(uint32_t i, uint32_t n, wb_random *random, float place[3])
{
    (void)random;
    for (int k = 0; k < 3; k++) place[k] = LOW[k] + (HIGH[k] - LOW[k]) * (float)i / (float)n;
}

// Seven places, each with thousands, all of them in two cells of the codes.
static void few_places(uint32_t i, uint32_t n, wb_random *random, float place[3])
{
    (void)i, (void)n;
    uint32_t which = wb_random_below(random, 7);
    for (int k = 0; k < 3; k++) place[k] = 0.001f * (float)which - 0.003f;
}

// Dense in the middle, as in a galaxy.
static void crowded(uint32_t i, uint32_t n, wb_random *random, float place[3])
{
    anywhere(i, n, random, place);
    float square = from(random, 0.0f, 1.0f);
    for (int k = 0; k < 3; k++) place[k] *= square * square * square * square;
}

// Half of them beyond the box.
static void outside(uint32_t i, uint32_t n, wb_random *random, float place[3])
{
    anywhere(i, n, random, place);
    if (i % 2 == 0)
        for (int k = 0; k < 3; k++) place[k] *= 1000.0f;
}

typedef void (*place_maker)(uint32_t i, uint32_t n, wb_random *random, float place[3]);
static const place_maker makers[] = {anywhere, one_place, on_a_line, few_places, crowded, outside};
enum { MAKERS = sizeof makers / sizeof makers[0] };

// Masses are whole numbers whose sums a float holds.
static void fill(uint32_t n, place_maker make)
{
    wb_random random = wb_random_seed(n);
    for (uint32_t i = 0; i < n; i++) {
        make(i, n, &random, points[i]);
        points[i][3] = (float)(1 + wb_random_below(&random, 100));
    }
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, points_buffer);
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)(n * sizeof *points), points);
}

/* ---- What was built ---- */

static void read_words(const wb_buffer *buffer, size_t bytes, void *data)
{
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer->id);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr)bytes, data);
}

static void read_tree(uint32_t n)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData
    read_words(&tree.codes, n * sizeof *codes, codes);
    read_words(&tree.order, n * sizeof *order, order);
    read_words(&tree.bundles, (n + 1) * sizeof *bundles, bundles);
    read_words(&tree.bundle_command, sizeof command, command);
    read_words(&tree.nodes, (2 * n - 1) * sizeof *nodes, nodes);
    read_words(&tree.boxes, (n - 1) * sizeof *boxes, boxes);
    read_words(&tree.quadrupoles, (n - 1) * sizeof *quadrupoles, quadrupoles);
}

static uint32_t code_of(const float place[3])
{
    uint32_t code = 0, cell[3];
    for (int k = 0; k < 3; k++) {
        float at = (place[k] - LOW[k]) * (1024.0f / (HIGH[k] - LOW[k]));
        cell[k] = (uint32_t)fminf(fmaxf(at, 0.0f), 1023.0f);
    }
    for (int bit = 9; bit >= 0; bit--)
        for (int k = 0; k < 3; k++) code = code << 1 | (cell[k] >> bit & 1);
    return code;
}

static void expect_order(uint32_t n)
{
    memset(seen, 0, n * sizeof *seen);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(order[i] < n);
        if (seen[order[i]]++ > 0) fail_msg("point %u is twice in the order", order[i]);
        assert_int_equal(codes[i], code_of(points[order[i]]));
        assert_true(i == 0 || codes[i - 1] <= codes[i]);
        assert_memory_equal(nodes[n - 1 + i].body, points[order[i]], sizeof points[0]);
        assert_true(nodes[n - 1 + i].size == 0.0f);
    }
}

static void sum_of_leaf(const float point[4], sum *s)
{
    const double m = (double)point[3], x = (double)point[0], y = (double)point[1],
                 z = (double)point[2];
    *s = (sum){.mass = m,
               .first = {m * x, m * y, m * z},
               .second = {m * x * x, m * x * y, m * x * z, m * y * y, m * y * z, m * z * z},
               .leaves = 1};
    memcpy(s->low, point, sizeof s->low);
    memcpy(s->high, point, sizeof s->high);
}

static void sum_of_two(const sum *a, const sum *b, sum *s)
{
    *s = (sum){.mass = a->mass + b->mass, .leaves = a->leaves + b->leaves};
    for (int k = 0; k < 3; k++) {
        s->first[k] = a->first[k] + b->first[k];
        s->low[k] = fminf(a->low[k], b->low[k]);
        s->high[k] = fmaxf(a->high[k], b->high[k]);
    }
    for (int k = 0; k < 6; k++) s->second[k] = a->second[k] + b->second[k];
}

// A node with children: boxes exactly, the others as well as floats can.
static void expect_node(uint32_t node, const sum *s)
{
    static const int rows[6] = {0, 0, 0, 1, 1, 2}, columns[6] = {0, 1, 2, 1, 2, 2};
    const float *body = nodes[node].body;
    double centre[3], reach = 0.0, side = 0.0;
    assert_true((double)body[3] == s->mass);
    assert_memory_equal(boxes[node][0], s->low, sizeof s->low);
    assert_memory_equal(boxes[node][1], s->high, sizeof s->high);
    for (int k = 0; k < 3; k++) {
        double far = fmax(fabs((double)s->low[k]), fabs((double)s->high[k]));
        centre[k] = s->first[k] / s->mass;
        if (fabs((double)body[k] - centre[k]) > 2e-6 * far)
            fail_msg("node %u: its centre is at %g, not %g", node, (double)body[k], centre[k]);
        double long_side =
            fmax((double)s->high[k] - (double)body[k], (double)body[k] - (double)s->low[k]);
        reach += long_side * long_side;
        side = fmax(side, far);
    }
    double size = 2.0 / sqrt(3.0) * sqrt(reach);
    assert_true(fabs((double)nodes[node].size - size) <= 1e-5 * size);
    for (int k = 0; k < 6; k++) {
        double moment = s->second[k] - s->mass * centre[rows[k]] * centre[columns[k]];
        double got = (double)quadrupoles[node][k / 4][k % 4], most = s->mass * size * size;
        if (fabs(got - moment) > 1e-4 * most + 1e-9 * s->mass * side * side)
            fail_msg("node %u: second moment %d is %g, not %g", node, k, got, moment);
    }
}

// From the root down, and then up again: children come behind their parents on the way.
static void expect_nodes(uint32_t n)
{
    uint32_t *way = malloc((2 * n - 1) * sizeof *way), count = 1, depth = 0;
    uint32_t *depths = calloc(2 * n - 1, sizeof *depths);
    assert_true(way != NULL && depths != NULL);
    memset(seen, 0, (2 * n - 1) * sizeof *seen);
    way[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = way[i], children[2] = {nodes[node].left, nodes[node].right};
        if (seen[node]++ > 0) fail_msg("the way from the root comes to node %u twice", node);
        depth = depths[node] > depth ? depths[node] : depth;
        for (int c = 0; c < 2 && node < n - 1; c++) {
            assert_true(children[c] < 2 * n - 1 && children[c] != 0);
            assert_int_equal(nodes[children[c]].parent, node);
            depths[children[c]] = depths[node] + 1;
            assert_true(count < 2 * n - 1);
            way[count++] = children[c];
        }
    }
    assert_int_equal(count, 2 * n - 1);
    assert_true(depth <= WB_TREE_DEPTH);
    for (uint32_t i = count; i-- > 0;) {
        uint32_t node = way[i];
        if (node >= n - 1) {
            sum_of_leaf(nodes[node].body, &sums[node]);
        } else {
            sum_of_two(&sums[nodes[node].left], &sums[nodes[node].right], &sums[node]);
            expect_node(node, &sums[node]);
        }
    }
    assert_int_equal(sums[0].leaves, n);
    free(way);
    free(depths);
}

// A node with few enough points, whose parent has more: the next bundle. From `node` down, and on
// from place `first`; how many bundles there are from place 0 on.
static uint32_t expect_bundles(uint32_t node, uint32_t first, uint32_t bundle)
{
    if (sums[node].leaves <= BUNDLE) {
        assert_int_equal(bundles[bundle], first);
        return bundle + 1;
    }
    uint32_t left = nodes[node].left;
    bundle = expect_bundles(left, first, bundle);
    return expect_bundles(nodes[node].right, first + sums[left].leaves, bundle);
}

/* ---- The tests ---- */

static void build(uint32_t n, place_maker make)
{
    fill(n, make);
    wb_tree_build(&tree, points_buffer, n);
    if (n == 0) return;
    read_tree(n);
    expect_order(n);
    expect_nodes(n);
    uint32_t all = expect_bundles(0, 0, 0);
    assert_int_equal(bundles[all], n);
    const uint32_t expected[4] = {all, 1, 1, all};
    assert_memory_equal(command, expected, sizeof command);
}

static void test_sizes(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {0, 1, 2, 3, 4, 5, 7, 64, 255, 256, 257, 511, 513, 1021};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int m = 0; m < MAKERS; m++) build(sizes[s], makers[m]);
}

static void test_large(void **state)
{
    (void)state;
    for (int m = 0; m < MAKERS; m++) build(m == 0 ? MOST : 20011, makers[m]);
}

// Work groups arrive in another order each time; the tree stays.
static void test_again(void **state)
{
    (void)state;
    enum { N = 30011, BYTES = (2 * N - 1) * sizeof(wb_tree_node) };
    build(N, crowded);
    wb_tree_node *first = malloc(BYTES);
    assert_non_null(first);
    memcpy(first, nodes, BYTES);
    for (int i = 0; i < 20; i++) {
        wb_tree_build(&tree, points_buffer, N);
        read_tree(N);
        assert_memory_equal(nodes, first, BYTES);
    }
    free(first);
}

static void test_refuses(void **state)
{
    (void)state;
    wb_tree flat = {0};
    wb_tree_desc desc = {.most = 10, .bundle = BUNDLE, .high = {1.0f, 0.0f, 1.0f}};
    assert_false(wb_tree_create(&flat, &desc));
    wb_tree_delete(&flat);
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
    points = malloc(MOST * sizeof *points);
    nodes = malloc(2 * MOST * sizeof *nodes);
    boxes = malloc(MOST * sizeof *boxes);
    quadrupoles = malloc(MOST * sizeof *quadrupoles);
    codes = malloc(MOST * sizeof *codes);
    order = malloc(MOST * sizeof *order);
    bundles = malloc((MOST + 1) * sizeof *bundles);
    seen = malloc(2 * MOST * sizeof *seen);
    sums = malloc(2 * MOST * sizeof *sums);
    glGenBuffers(1, &points_buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, points_buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, MOST * sizeof *points, NULL, GL_DYNAMIC_COPY);
    wb_tree_desc desc = {.most = MOST, .bundle = BUNDLE, .quadrupoles = true};
    memcpy(desc.low, LOW, sizeof LOW);
    memcpy(desc.high, HIGH, sizeof HIGH);
    bool good = points != NULL && nodes != NULL && boxes != NULL && quadrupoles != NULL &&
                codes != NULL && order != NULL && bundles != NULL && seen != NULL && sums != NULL;
    return good && wb_tree_create(&tree, &desc) ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    wb_tree_delete(&tree);
    glDeleteBuffers(1, &points_buffer);
    void *const all[] = {points, nodes, boxes, quadrupoles, codes, order, bundles, seen, sums};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    return wb_barriers_end() == 0 && wb_context_error_count() == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sizes, start, stop),
        cmocka_unit_test_setup_teardown(test_large, start, stop),
        cmocka_unit_test_setup_teardown(test_again, start, stop),
        cmocka_unit_test_setup_teardown(test_refuses, start, stop),
    };
    if (!wb_context_create(&(wb_context_desc){.headless = true, .debug = true})) return 77;
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    wb_context_delete();
    return failures;
}
