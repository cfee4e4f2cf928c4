/* The surface inside one cell of a grid: marching cubes.
 *
 * A cell has eight corners. Corner c lies at x = c & 1, y = c >> 1 & 1, z = c >> 2. Each is inside
 * of what the surface bounds, or outside; bit c of the cell's case, 0 to 255, says which: 1 is
 * inside. Edge e of the cell runs along axis e / 4 (x, y, z), and its lower end is the corner that
 * wb_surface_edge_corner() gives. An edge is cut if one of its ends is inside and one is not. The
 * corners of the surface's triangles lie on cut edges, one on each.
 *
 * The table is generated. On each face of the cell, cut edges are joined in pairs by a line. Four
 * cut edges can be joined in two ways, and what matters is that the cell on the other side of the
 * face takes the same one: here the inside corners stay apart, whatever the rest of the cell is
 * like. The lines close to loops, and each loop is a fan of triangles, from a corner from which no
 * triangle's side lies in a face. So each side of a triangle that lies in a face is one that the
 * neighbour has, too, in the other direction: the surface is closed. */
#ifndef WB_COMPUTE_SURFACE_TABLE_H
#define WB_COMPUTE_SURFACE_TABLE_H

#include <stdint.h>

enum {
    WB_SURFACE_CASES = 256,
    WB_SURFACE_EDGES = 12,
    WB_SURFACE_MOST_TRIANGLES = 5, // in one cell
    WB_SURFACE_TRIANGLES = 820,    // in all cases together
};

typedef enum wb_surface_rule {
    WB_SURFACE_APART, // on a face with four cut edges, inside corners stay apart
    /* The table of 1987, in which a case and its opposite have the same triangles: inside corners
     * stay apart up to four of them in the cell, and are joined where there are more. No case has
     * more than four triangles; but neighbours may differ about their face, and the surface has a
     * hole there. To show that. */
    WB_SURFACE_OPPOSITES,
} wb_surface_rule;

/* The triangles of a case. Corners of a triangle are counterclockwise, seen from outside. */
typedef struct wb_surface_case {
    uint32_t triangles;
    uint8_t edges[3 * WB_SURFACE_MOST_TRIANGLES]; // on which their corners lie
} wb_surface_case;

void wb_surface_case_make(uint32_t number, wb_surface_rule rule, wb_surface_case *made);

/* All cases as kernels read them, from a buffer of uvec2: edge k of a case is in bits 4 (k % 8) to
 * 4 (k % 8) + 3 of word k / 8, and the number of triangles in the upper four of word 1. */
void wb_surface_table_make(wb_surface_rule rule, uint32_t words[WB_SURFACE_CASES][2]);

/* The corner at the lower end of an edge. */
uint32_t wb_surface_edge_corner(uint32_t edge);

#endif
