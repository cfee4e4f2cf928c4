/* What the files of lesson 15 share: its state, and what tells its variants apart. Lengths are in
 * metres. */
#ifndef SURFACE_STATE_H
#define SURFACE_STATE_H

#include "compute/surface.h"
#include "lesson/lesson.h"
#include "water/history.h"
#include "water/settings.h"
#include "water/step.h"

/* How the corners get their colour. */
typedef enum surface_colour { BY_CORNER, BY_BLOCK, BY_PARTICLE } surface_colour;

/* What tells a variant from the others: its .data. */
typedef struct surface_traits {
    bool dense;            // all cells are candidates
    bool plain;            // lists by atomics, and triangles with vertices of their own
    bool aggregated;       // plain: one atomic a work group
    bool tiles;            // plain: the cells of a block in shared memory, and eight blocks at most
    bool boxes;            // plain: groups of three dimensions, where / and % can be spared
    surface_colour colour; // of those that are not plain
    bool own_vertices;     // the variant's kernel is the one of the vertices, or
    bool own_cells;        // of the cells, or
    bool own_occupied;     // of the bits of each cell, or
    bool own_rim;          // of the plain cells: the tasks
    bool table_4;          // broken: the table of 1987
    bool halo_5;           // broken: a tile of 5 x 5 x 5 cells
    bool zero_inside;      // broken: all cells of listed blocks
    bool differences;      // broken: normals from colours that were not computed
    bool precedence;       // broken: and those with a - b / size
    bool few_slots;        // broken: eight particles a cell
} surface_traits;

typedef enum surface_view {
    VIEW_WATER,
    VIEW_BLOCKS,
    VIEW_TRIANGLES,
    VIEW_NORMALS,
    VIEW_COUNT
} surface_view;

/* Everything that the lesson keeps, but for the picture's own (picture.c). */
typedef struct lesson_state {
    wb_water_settings chosen; // parameters: the water's, and the lesson's own
    int scene, cells, view;
    int room;   // vertices that the mesh has room for; 0: enough
    int moves;  // water flows while one looks; 1: it does
    int before; // frames that it has flown before the first
    float radius, iso, cut;

    wb_buffer positions; // n x 4: x, y, z and 0
    float box[3];        // from the origin to here
    float spacing;
    wb_surface surface;

    wb_water_numbers numbers; // of the water, if it is the scene; and what moves it (water.c)
    GLuint block, hand;
    wb_water water;
    wb_water_history history;
    wb_buffer velocities;
    int64_t water_frame;

    /* For the plain versions. */
    wb_buffer block_counts; // uint a block: cells with particles in and around it
    wb_buffer marks;     // uint a corner, 64 a block: 0 if it is none of a candidate, or 1; later 1
                         // more than its place in the list
    wb_buffer cell_list; // 4 uint: work groups for the candidates, and how many there are; then
                         // uint a candidate: 64 block + bit

    GLuint clear, occupy, blocks, cell_kernel, compact, soup; // programs
    GLuint colour_shared, splat_clear, splat;
    int64_t frame;
} lesson_state;

extern lesson_state lesson;

const surface_traits *traits(void);

/* Whether the particles are the scene, or chance is. */
bool is_noise(void);

/* Whether particles lie in the cells at the grid's border, as no surface has them: noise, to try
 * the task's cells on. Then there is no closed mesh. */
bool reaches_border(void);

bool init(void);
void quit(void);
bool rebuild(void);
wb_cost cost(void);
void status(char *text, size_t size);

#endif
