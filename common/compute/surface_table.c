#include "compute/surface_table.h"

#include <stdbool.h>
#include <string.h>

enum { AXES = 3, FACE_EDGES = 4, NONE = 0xff };

uint32_t wb_surface_edge_corner(uint32_t edge)
{
    // The bits of the other two axes, with a 0 at the edge's own.
    uint32_t axis = edge / 4, others = edge % 4, below = (1u << axis) - 1;
    return (others & below) | ((others & ~below) << 1);
}

static uint32_t edge_between(uint32_t a, uint32_t b)
{
    uint32_t low = a & b, along = a ^ b;
    uint32_t axis = along >> 1, below = along - 1; // of 1, 2, 4: 0, 1, 2
    return 4 * axis + ((low & below) | (low >> 1 & ~below));
}

// The four corners of a face, counterclockwise as seen from outside the cell.
static void face_corners(uint32_t axis, uint32_t side, uint32_t corners[FACE_EDGES])
{
    uint32_t u = 1u << (axis + 1) % AXES, v = 1u << (axis + 2) % AXES;
    const uint32_t around[FACE_EDGES] = {0, u, u | v, v};
    for (uint32_t i = 0; i < FACE_EDGES; i++)
        corners[i] = around[side ? i : FACE_EDGES - 1 - i] | side << axis;
}

// Joins the cut edges of a face: `next` of the one where, on the way around, the inside begins is
// the one where it ends. Of two inside corners that stay apart, each has lines of its own: the way
// leads on to the end of this corner. If they are joined, it leads back, past an outside corner.
static void join_on_face(uint32_t number, uint32_t axis, uint32_t side, bool apart, uint8_t *next)
{
    uint32_t corners[FACE_EDGES];
    face_corners(axis, side, corners);
    for (uint32_t i = 0; i < FACE_EDGES; i++) {
        uint32_t from = corners[i], to = corners[(i + 1) % FACE_EDGES];
        if ((number >> from & 1) != 0 || (number >> to & 1) == 0) continue; // nothing begins here
        uint32_t way = apart ? 1 : FACE_EDGES - 1, at = i;
        uint32_t a, b;
        do {
            at = (at + way) % FACE_EDGES;
            a = corners[at];
            b = corners[(at + 1) % FACE_EDGES];
        } while ((number >> a & 1) == (number >> b & 1));
        next[edge_between(from, to)] = (uint8_t)edge_between(a, b);
    }
}

// A bit for each of the two faces that an edge lies in.
static uint32_t faces_of(uint32_t edge)
{
    uint32_t faces = 0, corner = wb_surface_edge_corner(edge);
    for (uint32_t axis = 0; axis < AXES; axis++)
        if (axis != edge / 4) faces |= 1u << (2 * axis + (corner >> axis & 1));
    return faces;
}

// Whether no side that a fan from loop[apex] adds lies in a face.
static bool is_good_apex(const uint8_t *loop, uint32_t length, uint32_t apex)
{
    for (uint32_t k = 2; k + 1 < length; k++)
        if ((faces_of(loop[apex]) & faces_of(loop[(apex + k) % length])) != 0) return false;
    return true;
}

static void add_fan(const uint8_t *loop, uint32_t length, wb_surface_case *made)
{
    uint32_t apex = 0;
    while (apex + 1 < length && !is_good_apex(loop, length, apex)) apex++;
    for (uint32_t k = 1; k + 1 < length; k++) {
        uint8_t *corner = made->edges + (size_t)3 * made->triangles++;
        corner[0] = loop[apex];
        corner[1] = loop[(apex + k) % length];
        corner[2] = loop[(apex + k + 1) % length];
    }
}

void wb_surface_case_make(uint32_t number, wb_surface_rule rule, wb_surface_case *made)
{
    uint8_t next[WB_SURFACE_EDGES], loop[WB_SURFACE_EDGES];
    bool apart = rule == WB_SURFACE_APART || __builtin_popcount(number) <= 4;
    memset(made, 0, sizeof *made);
    memset(next, NONE, sizeof next);
    for (uint32_t axis = 0; axis < AXES; axis++)
        for (uint32_t side = 0; side < 2; side++) join_on_face(number, axis, side, apart, next);
    for (uint32_t first = 0; first < WB_SURFACE_EDGES; first++) {
        uint32_t length = 0;
        for (uint8_t edge = (uint8_t)first; next[edge] != NONE;) {
            uint8_t following = next[edge];
            next[edge] = NONE; // it belongs to this loop
            loop[length++] = edge;
            edge = following;
        }
        if (length > 0) add_fan(loop, length, made);
    }
}

void wb_surface_table_make(wb_surface_rule rule, uint32_t words[WB_SURFACE_CASES][2])
{
    memset(words, 0, sizeof(uint32_t[WB_SURFACE_CASES][2]));
    for (uint32_t number = 0; number < WB_SURFACE_CASES; number++) {
        wb_surface_case made;
        wb_surface_case_make(number, rule, &made);
        for (uint32_t k = 0; k < 3 * made.triangles; k++)
            words[number][k / 8] |= (uint32_t)made.edges[k] << 4 * (k % 8);
        words[number][1] |= made.triangles << 28;
    }
}
