/* What the surface should be, computed on the CPU, at every cell and corner there is: nothing here
 * knows of blocks that are left out. Cells and corners are numbered as 64 block + bit. */
#ifndef SURFACE_FIELD_H
#define SURFACE_FIELD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct field {
    uint32_t blocks, cells; // that there are
    uint32_t *held;         // by cell: particles
    uint8_t *is_candidate;  // by cell
    uint8_t *is_corner;     // by corner: one of a candidate
    uint32_t *colours;      // by corner, in 2^-22
    int32_t (*slopes)[3];   // by corner, in 2^-18
    int32_t (*vertices)[3]; // by corner and axis: the number of the edge's vertex; -1: not cut
    int64_t vertex_count, triangle_count;
    int64_t missed;         // cells that the surface goes through, but no candidates
    double (*positions)[4]; // of the vertices; 1
    double (*normals)[4];   // of length 1; 0
    uint32_t (*triangles)[3];
} field;

/* From the `count` particles at `positions`. False, with a message, if there is no memory;
 * field_free() is then still needed. */
bool field_make(field *f, const float (*positions)[4], uint32_t count);
void field_free(field *f);

/* The place of the cell, or corner, with that number; and the number of one that is in the grid. */
void field_cell(uint32_t id, int cell[3]);
uint32_t field_id(const int cell[3]);

/* How many particles a cell holds: outside of the grid, none. */
uint32_t field_held(const field *f, const int cell[3]);

/* Whether the cell is one of the grid's outermost, which are never candidates. */
bool field_is_border(const int cell[3]);

/* Whether a block is listed: by the plain versions, if of the (4 + 2 K)^3 cells in and around it
 * some are full and some are not; by the others, of (5 + 2 K)^3, one more before it along each
 * axis. */
bool field_lists(const field *f, uint32_t block, bool plain);

/* The number of the vertex that is at this place; -1 if none can be. */
int64_t field_vertex_at(const field *f, const float place[3]);

#endif
