/* What is known about a triangle mesh as a whole: whether it is closed, and how much it holds. */
#ifndef SURFACE_MEASURE_H
#define SURFACE_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct mesh {
    int64_t vertices, triangles;
    const float (*positions)[4]; // one for each vertex: x, y, z, and anything
    const uint32_t *indices;     // three for each triangle, counterclockwise seen from outside
} mesh;

/* An edge is a pair of vertices that some triangle has as a side. In a closed surface each is the
 * side of two triangles, which go along it in opposite directions. */
typedef struct mesh_measures {
    int64_t edges;
    int64_t open;      // edges of one triangle only
    int64_t crowded;   // of more than two
    int64_t turned;    // of two that go along it in the same direction
    int64_t collapsed; // triangles that have a vertex twice: their sides are not counted
    int64_t unused;    // vertices of no triangle
    int64_t euler;     // vertices - edges + triangles: of a closed surface, 2 for each part, and 2
                       // less for each hole through it
    int64_t parts;     // that are not connected
    double volume;     // inside, if it is closed; in the cube of the positions' unit
    double area;
} mesh_measures;

/* False, with a message, if an index is not that of a vertex, a vertex is nowhere (not a finite
 * number), or there is no memory. */
bool measure_mesh(const mesh *m, mesh_measures *measures);

/* Whether every edge is the side of two triangles that go along it in opposite directions, and no
 * vertex is unused. */
bool is_closed(const mesh_measures *measures);

#endif
