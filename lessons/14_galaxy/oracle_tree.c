// The walk on the CPU: the tree as the GPU has built it, the same groups, the same lists, sums in
// double; and all pairs, which no tree comes to exactly.
#include "oracle_tree.h"
#include "oracle.h"
#include "state.h"

#include "14_galaxy/slots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 400 }; // stars whose pull is compared with that of all others

typedef struct tree {
    uint32_t count;
    uint32_t *order;
    uint32_t *bundles, *command;
    wb_tree_node *nodes;
    float (*quadrupoles)[2][4]; // NULL: none
} tree;

static void *read(const wb_buffer *buffer, bool *good)
{
    if (buffer->id == 0) return NULL;
    void *data = malloc((size_t)buffer->size_bytes);
    if (data == NULL) wb_error("--check: there is no memory for a copy of buffer %s", buffer->name);
    *good = *good && data != NULL && wb_buffer_read(buffer, data);
    return data;
}

/* ---- Is it a tree? ---- */

static bool note(uint8_t *seen, uint32_t index, uint32_t count, const char *what)
{
    if (index < count && seen[index]++ == 0) return true;
    wb_error("%s %u of %u: the tree has it twice, or there is none", what, index, count);
    return false;
}

// Every star in the order once, every node below the root once: then no way leads in circles.
static bool is_tree(const tree *t)
{
    uint32_t n = t->count, nodes = 2 * n - 1;
    uint8_t *seen = calloc(nodes, 1);
    if (seen == NULL) wb_error("--check: there is no memory for the tree of %u stars", n);
    bool good = seen != NULL;
    for (uint32_t i = 0; i < n && good; i++) good = note(seen, t->order[i], n, "star");
    if (good) memset(seen, 0, nodes);
    for (uint32_t i = 0; i + 1 < n && good; i++)
        good = note(seen, t->nodes[i].left, nodes, "node") &&
               note(seen, t->nodes[i].right, nodes, "node");
    if (good && n > 1 && seen[0] != 0) {
        wb_error("node 0 is the root, and is below another");
        good = false;
    }
    free(seen);
    return good;
}

static bool holds_all(const tree *t)
{
    double mass = (double)t->nodes[0].body[3];
    if (fabs(mass - lesson.weight) <= 1e-5 * lesson.weight) return true;
    wb_error("the root of the tree has a mass of %.9g stars; all stars together have %.9g", mass,
             lesson.weight);
    return false;
}

static uint32_t bits_of(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

// What moments.glsl makes of two children, up to rounding: their mass, at their centre of mass.
static bool is_sum(const tree *t, uint32_t index)
{
    const wb_tree_node *node = &t->nodes[index], *left = t->nodes + node->left,
                       *right = t->nodes + node->right;
    double a = (double)left->body[3], b = (double)right->body[3], mass = (double)node->body[3];
    if (!(fabs(mass - (a + b)) <= 1e-5 * (a + b))) {
        char found[64] = "no mass: it has not been added up";
        if (bits_of(node->body[3]) != WB_UNWRITTEN)
            snprintf(found, sizeof found, "a mass of %.9g stars", mass);
        wb_error("node %u of the tree has %s; expected is %.9g: its children, nodes %u and %u, "
                 "have %.9g and %.9g",
                 index, found, a + b, node->left, node->right, a, b);
        return false;
    }
    for (int k = 0; k < 3; k++) {
        double place = (double)node->body[k],
               wanted = (a * (double)left->body[k] + b * (double)right->body[k]) / (a + b);
        char axis = "xyz"[k];
        if (fabs(place - wanted) <= 1e-5 * BOX) continue;
        wb_error("node %u of the tree has its centre of mass at %c = %.9g kpc; expected is %.9g, "
                 "that of its children, nodes %u and %u",
                 index, axis, place, wanted, node->left, node->right);
        return false;
    }
    return true;
}

static bool has_sums(const tree *t)
{
    for (uint32_t i = 0; i + 1 < t->count; i++)
        if (!is_sum(t, i)) return false;
    return true;
}

/* ---- The bundles ---- */

// The nodes from the root on, the left child of each first, and how many stars each has below it.
static void count_stars(const tree *t, uint32_t *way, uint32_t *counts, uint32_t *stack)
{
    uint32_t top = 1, nodes = 2 * t->count - 1;
    stack[0] = 0;
    for (uint32_t i = 0; top > 0 && i < nodes; i++) {
        uint32_t node = way[i] = stack[--top];
        if (node + 1 >= t->count) continue;
        stack[top++] = t->nodes[node].right;
        stack[top++] = t->nodes[node].left;
    }
    for (uint32_t i = nodes; i-- > 0;) {
        uint32_t node = way[i];
        bool is_leaf = node + 1 >= t->count;
        counts[node] = is_leaf ? 1 : counts[t->nodes[node].left] + counts[t->nodes[node].right];
    }
}

// The largest nodes with no more stars than a work group has invocations, one after the other.
static bool has_bundles(const tree *t, const uint32_t *way, const uint32_t *counts)
{
    uint32_t bundle = 0, first = 0;
    for (uint32_t i = 0; i < 2 * t->count - 1; i++) {
        uint32_t node = way[i], parent = t->nodes[node].parent;
        if (counts[node] > WALK_GROUP || (node != 0 && counts[parent] <= WALK_GROUP)) continue;
        if (t->bundles[bundle] != first) {
            wb_error("tree_bundles[%u] is %u; the node's first star is number %u of the order",
                     bundle, t->bundles[bundle], first);
            return false;
        }
        first += counts[node];
        bundle++;
    }
    if (t->command[3] == bundle && t->bundles[bundle] == t->count) return true;
    wb_error("the tree has %u bundles, of %u stars; expected are %u, of %u", t->command[3],
             t->bundles[bundle], bundle, t->count);
    return false;
}

static bool verify_bundles(const tree *t, uint32_t *stack)
{
    uint32_t *way = malloc(2 * (size_t)t->count * sizeof *way);
    uint32_t *counts = malloc(2 * (size_t)t->count * sizeof *counts);
    bool good = way != NULL && counts != NULL;
    if (good)
        count_stars(t, way, counts, stack);
    else
        wb_error("--check: there is no memory for the tree of %u stars", t->count);
    good = good && has_bundles(t, way, counts);
    free(way);
    free(counts);
    return good;
}

/* ---- The walk ---- */

typedef struct box {
    float low[3], high[3];
} box;

static bool is_near(const box *group, const wb_tree_node *node)
{
    float off[3];
    for (int k = 0; k < 3; k++) {
        float below = group->low[k] - node->body[k], above = node->body[k] - group->high[k];
        off[k] = fmaxf(fmaxf(below, above), 0.0f);
    }
    float square = off[0] * off[0] + off[1] * off[1] + off[2] * off[2];
    return node->size * node->size > lesson.theta * lesson.theta * square;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// As shaders/14_galaxy/pull.glsl and list.glsl; without a shape, a body is all in its centre.
static void add_pull(const float body[4], const float (*shape)[4], const float here[4],
                     double pull[4])
{
    double to[3], soft = softening(), square = soft * soft, mass = (double)body[3];
    for (int k = 0; k < 3; k++) to[k] = (double)body[k] - (double)here[k];
    square += dot(to, to);
    if (square == 0.0) return;
    double inverse = 1.0 / sqrt(square), cube = inverse / square;
    for (int k = 0; k < 3; k++) pull[k] += mass * cube * to[k];
    pull[3] -= mass * inverse;
    if (shape == NULL) return;
    double xx = (double)shape[0][0], xy = (double)shape[0][1], xz = (double)shape[0][2],
           yy = (double)shape[0][3], yz = (double)shape[1][0], zz = (double)shape[1][1];
    double rows[3][3] = {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}, turned[3];
    for (int k = 0; k < 3; k++) turned[k] = dot(rows[k], to);
    double along = dot(turned, to), trace = xx + yy + zz, fifth = cube / square;
    for (int k = 0; k < 3; k++)
        pull[k] += fifth * ((7.5 * along / square - 1.5 * trace) * to[k] - 3.0 * turned[k]);
    pull[3] -= 0.5 * (3.0 * along * fifth - trace * cube);
}

// The stars from `first` to before `end` in the order: what they all meet, at one node after the
// other from the root on. `stack` has room for every node.
static void walk(const tree *t, uint32_t first, uint32_t end, uint32_t *stack, double (*pulls)[4])
{
    const wb_tree_node *leaves = t->nodes + t->count - 1;
    box group = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = first; i < end; i++) {
        for (int k = 0; k < 3; k++) {
            group.low[k] = fminf(group.low[k], leaves[i].body[k]);
            group.high[k] = fmaxf(group.high[k], leaves[i].body[k]);
        }
    }
    stack[0] = 0;
    for (uint32_t top = 1; top > 0;) {
        uint32_t index = stack[--top];
        const wb_tree_node *node = &t->nodes[index];
        if (is_near(&group, node)) {
            stack[top++] = node->right;
            stack[top++] = node->left;
            continue;
        }
        bool has_shape = t->quadrupoles != NULL && index + 1 < t->count;
        for (uint32_t i = first; i < end; i++)
            add_pull(node->body, has_shape ? (const float(*)[4])t->quadrupoles[index] : NULL,
                     leaves[i].body, pulls[t->order[i]]);
    }
}

/* ---- All pairs ---- */

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// How far half of the stars' pulls may be from that of all pairs, and all but one in a hundred, in
// units of the mean pull: of discs and collisions, about twice what was measured. A ring is
// the worst there is, as a node of it is long and thin: three times as much, and measured was half.
static void allowed(double *half, double *most)
{
    double theta = (double)lesson.theta, ring = lesson.scene == SCENE_RING ? 3.0 : 1.0;
    *half = ring * (traits()->quadrupoles ? 0.004 * pow(theta, 3.0) : 0.06 * theta * theta);
    *most = ring * (traits()->quadrupoles ? 0.02 * pow(theta, 3.0) : 0.15 * theta * theta);
}

static wb_result verify_near_all(const float (*positions)[4], const double (*pulls)[4])
{
    uint32_t count = (uint32_t)lesson.stars, step = count / SAMPLES + 1, samples = 0;
    double off[SAMPLES + 1], mean = 0.0, half_allowed, most_allowed;
    for (uint32_t i = 0; i < count; i += step, samples++) {
        double exact[4] = {0}, apart[3];
        for (uint32_t j = 0; j < count; j++) add_pull(positions[j], NULL, positions[i], exact);
        for (int k = 0; k < 3; k++) apart[k] = pulls[i][k] - exact[k];
        off[samples] = sqrt(dot(apart, apart));
        mean += sqrt(dot(exact, exact));
    }
    mean /= samples;
    qsort(off, samples, sizeof off[0], compare_doubles);
    double half = off[samples / 2], most = off[(samples - 1) * 99 / 100];
    allowed(&half_allowed, &most_allowed);
    if (half <= half_allowed * mean && most <= most_allowed * mean) return WB_RIGHT;
    wb_error(
        "the tree's pulls are %.2g away from those of all pairs, and one in a hundred %.2g, of "
        "the mean pull\n"
        "allowed with this theta: %.2g and %.2g",
        half / mean, most / mean, half_allowed, most_allowed);
    return WB_WRONG;
}

/* ---- The tasks' neighbours ---- */

typedef struct neighbour {
    int star; // -1: there is none
    double distance;
} neighbour;

static double distance(const float a[4], const float b[4])
{
    double to[3];
    for (int k = 0; k < 3; k++) to[k] = (double)a[k] - (double)b[k];
    return sqrt(dot(to, to));
}

// The CROWD nearest of all others, the nearest first.
static void find_nearest(const float (*positions)[4], int star, neighbour nearest[CROWD])
{
    for (int k = 0; k < CROWD; k++) nearest[k] = (neighbour){-1, FAR};
    for (int other = 0; other < lesson.stars; other++) {
        neighbour new = {other, distance(positions[star], positions[other])};
        if (other == star || new.distance >= nearest[CROWD - 1].distance) continue;
        int k = CROWD - 1;
        for (; k > 0 && nearest[k - 1].distance > new.distance; k--) nearest[k] = nearest[k - 1];
        nearest[k] = new;
    }
}

static bool is_distance(float got, double expected)
{
    return fabs((double)got - expected) <= 1e-5 * expected;
}

// The first star whose distance is wrong, in the data's own terms.
static void tell_neighbour(const float (*positions)[4], const float *got, const double *expected)
{
    neighbour nearest[CROWD];
    int i = 0, which = traits()->neighbours;
    while (i < lesson.stars - 1 && is_distance(got[i], expected[i])) i++;
    find_nearest(positions, i, nearest);
    if (nearest[which - 1].star < 0)
        wb_note("star %d has no neighbour number %d: stars in all: %d", i, which, lesson.stars);
    else
        wb_note("neighbour number %d of star %d is star %d", which, i, nearest[which - 1].star);
    for (int k = 0; k < CROWD; k++)
        if (nearest[k].star >= 0 && is_distance(got[i], nearest[k].distance))
            wb_note("what the kernel found is the distance to its neighbour number %d", k + 1);
}

// Differences of floats that are near each other are exact, so only the square and its root lose.
wb_result tree_verify_neighbours(const float (*positions)[4])
{
    bool good = true;
    float *got = read(&lesson.neighbours, &good);
    double *expected = malloc((size_t)lesson.stars * sizeof *expected);
    wb_result result = WB_NOT_RUN;
    if (expected == NULL) wb_error("--check: there is no memory for %d distances", lesson.stars);
    if (good && expected != NULL) {
        for (int i = 0; i < lesson.stars; i++) {
            neighbour nearest[CROWD];
            find_nearest(positions, i, nearest);
            expected[i] = nearest[traits()->neighbours - 1].distance;
        }
        wb_array array = wb_buffer_array(&lesson.neighbours, got);
        result = wb_result_of(wb_check_close("neighbours", &array, expected, 0.0, 1e-5));
        if (result == WB_WRONG) tell_neighbour(positions, got, expected);
    }
    free(got);
    free(expected);
    return result;
}

/* ---- All of it ---- */

wb_result tree_verify_pulls(const float (*positions)[4], double (*pulls)[4])
{
    bool good = true;
    tree t = {.count = (uint32_t)lesson.stars,
              .order = read(&lesson.tree.order, &good),
              .bundles = read(&lesson.tree.bundles, &good),
              .command = read(&lesson.tree.bundle_command, &good),
              .nodes = read(&lesson.tree.nodes, &good),
              .quadrupoles = read(&lesson.tree.quadrupoles, &good)};
    uint32_t *stack = malloc(2 * (size_t)t.count * sizeof *stack);
    wb_result result = WB_NOT_RUN;
    if (good && stack != NULL) {
        result =
            wb_result_of(is_tree(&t) && has_sums(&t) && holds_all(&t) && verify_bundles(&t, stack));
        memset(pulls, 0, (size_t)t.count * sizeof *pulls);
        for (uint32_t b = 0; result == WB_RIGHT && b < t.command[3]; b++)
            walk(&t, t.bundles[b], t.bundles[b + 1], stack, pulls);
        if (result == WB_RIGHT) result = verify_near_all(positions, (const double(*)[4])pulls);
    }
    free(t.order);
    free(t.bundles);
    free(t.command);
    free(t.nodes);
    free(t.quadrupoles);
    free(stack);
    return result;
}
