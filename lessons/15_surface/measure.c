#include "measure.h"

#include "base/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Edges ---- */

// A side: its two vertices, the smaller first, and whether the triangle goes from the larger one.
// As one number, so that sorting brings the sides of an edge together.
static uint64_t side_of(uint32_t from, uint32_t to)
{
    uint64_t low = from < to ? from : to, high = from < to ? to : from;
    return low << 33 | high << 1 | (from > to);
}

static int compare_sides(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool is_collapsed(const uint32_t t[3])
{
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

static bool count_edges(const mesh *m, mesh_measures *found)
{
    size_t count = 0, end;
    uint64_t *sides = malloc((size_t)(3 * m->triangles + 1) * sizeof *sides);
    if (sides == NULL) return false;
    for (int64_t t = 0; t < m->triangles; t++) {
        const uint32_t *corner = m->indices + 3 * t;
        if (is_collapsed(corner)) found->collapsed++;
        for (int k = 0; k < 3 && !is_collapsed(corner); k++)
            sides[count++] = side_of(corner[k], corner[(k + 1) % 3]);
    }
    qsort(sides, count, sizeof *sides, compare_sides);
    for (size_t i = 0; i < count; i = end) {
        for (end = i + 1; end < count && sides[end] >> 1 == sides[i] >> 1;) end++;
        found->edges++;
        found->open += end - i == 1;
        found->crowded += end - i > 2;
        found->turned += end - i == 2 && sides[i] == sides[i + 1];
    }
    free(sides);
    return true;
}

/* ---- Parts ---- */

// The vertex that stands for the part that `vertex` belongs to. Each search shortens the next one.
static uint32_t root_of(uint32_t *parent, uint32_t vertex)
{
    while (parent[vertex] != vertex) {
        parent[vertex] = parent[parent[vertex]];
        vertex = parent[vertex];
    }
    return vertex;
}

static bool count_parts(const mesh *m, mesh_measures *found)
{
    uint32_t *parent = malloc((size_t)(m->vertices + 1) * sizeof *parent);
    bool *is_used = calloc((size_t)(m->vertices + 1), sizeof *is_used);
    if (parent != NULL && is_used != NULL) {
        for (int64_t v = 0; v < m->vertices; v++) parent[v] = (uint32_t)v;
        for (int64_t k = 0; k < 3 * m->triangles; k++) {
            uint32_t first = m->indices[k - k % 3];
            parent[root_of(parent, m->indices[k])] = root_of(parent, first);
            is_used[m->indices[k]] = true;
        }
        for (int64_t v = 0; v < m->vertices; v++) {
            found->unused += !is_used[v];
            found->parts += is_used[v] && parent[v] == v;
        }
    }
    bool good = parent != NULL && is_used != NULL;
    free(parent);
    free(is_used);
    return good;
}

/* ---- What it holds ---- */

// Each triangle and the first vertex of all make a pyramid; those that look away from it count
// positive, the others negative.
static void measure_space(const mesh *m, mesh_measures *found)
{
    for (int64_t t = 0; t < m->triangles; t++) {
        double corner[3][3], normal[3], above = 0.0, square = 0.0;
        for (int k = 0; k < 3; k++)
            for (int axis = 0; axis < 3; axis++)
                corner[k][axis] = (double)m->positions[m->indices[3 * t + k]][axis] -
                                  (double)m->positions[0][axis];
        for (int x = 0; x < 3; x++) {
            int y = (x + 1) % 3, z = (x + 2) % 3;
            normal[x] = (corner[1][y] - corner[0][y]) * (corner[2][z] - corner[0][z]) -
                        (corner[1][z] - corner[0][z]) * (corner[2][y] - corner[0][y]);
            above += corner[0][x] * normal[x];
            square += normal[x] * normal[x];
        }
        found->volume += above / 6.0;
        found->area += 0.5 * sqrt(square);
    }
}

static bool is_sound(const mesh *m)
{
    for (int64_t k = 0; k < 3 * m->triangles; k++)
        if (m->indices[k] >= m->vertices) {
            wb_error("triangle %lld has vertex %u, and there are %lld", (long long)(k / 3),
                     m->indices[k], (long long)m->vertices);
            return false;
        }
    for (int64_t v = 0; v < m->vertices; v++)
        for (int axis = 0; axis < 3; axis++)
            if (!isfinite(m->positions[v][axis])) {
                wb_error("vertex %lld is nowhere: %g", (long long)v, (double)m->positions[v][axis]);
                return false;
            }
    return true;
}

bool measure_mesh(const mesh *m, mesh_measures *measures)
{
    memset(measures, 0, sizeof *measures);
    if (!is_sound(m)) return false;
    if (!count_edges(m, measures) || !count_parts(m, measures)) {
        wb_error("no memory to measure a mesh of %lld triangles", (long long)m->triangles);
        return false;
    }
    measures->euler = m->vertices - measures->unused - measures->edges + m->triangles;
    measure_space(m, measures);
    return true;
}

bool is_closed(const mesh_measures *found)
{
    return found->open == 0 && found->crowded == 0 && found->turned == 0 && found->collapsed == 0 &&
           found->unused == 0;
}
