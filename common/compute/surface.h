/* The surface of what particles are made of, as a closed mesh of triangles.
 *
 * Each particle stands for a cube of the side `spacing`, s, and spreads its volume over a ball of
 * the radius R. At any place, what has come there from all particles is the colour
 *     C(x) = sum over j of s^3 W(|x - x_j|),  W(r) = 315 / (64 pi R^3) (1 - r^2 / R^2)^3,
 * about 1 within and 0 without. The surface is where C is `iso`. It is found on a grid of cubes,
 * the cells, K = `cells` of them to a radius; a particle reaches the corners of the (2 K)^3 cells
 * around it.
 *
 * Only few cells are near the surface, and all but the first passes look at these alone. A cell is
 * a candidate if, of the (2 K + 1)^3 cells around it, some hold particles and some are not full: if
 * all are full or none holds any, all corners of the cell have so much of C, or nothing, that the
 * surface does not go through it. A cell is full with half of the particles that it has in calm
 * water; were one enough, the surface would have holes in spray. That is a rule of thumb, which
 * holds as long as particles keep a distance of about one spacing, not a proof. 4 x 4 x 4 cells are
 * a block. Blocks with candidates, or with corners of candidates, are listed; the passes after that
 * have a work group for each of them.
 *
 * A block has 64 cells, and that many corners, so that yes or no for all of them is a mask of 64
 * bits, in two words: bit x + 4 y + 16 z for the cell, or the corner, at (x, y, z) from the block's
 * lowest. The corners of a block are those at the lower ends of its cells. An edge belongs to the
 * corner at its lower end. So what belongs to a bit has a place in a list without any counting
 * along: the block's first place, from a scan, and as many more as there are ones below the bit.
 *
 * Contributions to C are rounded to multiples of 2^-22 and added up as integers: in whatever order,
 * the sum is the same. And the lists are in order. So is the mesh: the same, to the bit, in every
 * run.
 *
 * The passes: the grid's first three (compute/grid.h), which say where the cells start; "occupied",
 * "blocks", a scan, "list", "cells", a scan, "corners"; the grid's other two, which sort the
 * particles by cell; "colour", "classify", a scan, "vertices", "triangles". Their shaders are in
 * shaders/surface/. Lesson 15 walks through them. */
#ifndef WB_COMPUTE_SURFACE_H
#define WB_COMPUTE_SURFACE_H

#include "compute/grid.h"
#include "compute/scan.h"
#include "compute/surface_table.h"
#include "gl/buffer.h"
#include "gl/program.h"

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    WB_SURFACE_SIDE = 4, // cells along a block
    WB_SURFACE_BLOCK = 64,
    WB_SURFACE_MOST_CELLS = 3, // K
    WB_SURFACE_COLOUR_BITS = 22,
    WB_SURFACE_SLOPE_BITS = 18,
    /* Where the colour stops growing: far above all that matters, and so that nothing overflows. */
    WB_SURFACE_MOST_COLOUR = 0x7f000000,
};

/* The start of the buffer `commands`, as kernels write it: what the next passes read, and what
 * there is to know about a mesh. */
typedef struct wb_surface_commands {
    uint32_t block_groups[3], blocks;   // for glDispatchComputeIndirect(); listed
    uint32_t corner_groups[3], corners; // the same for the corners of candidates
    uint32_t draw[5];                   // for glDrawElementsIndirect()
    uint32_t vertices, triangles;       // that the mesh has, even if there is no room for them
    uint32_t lacking;                   // 1: something did not fit, and nothing will be drawn
} wb_surface_commands;

_Static_assert(sizeof(wb_surface_commands) == 64, "16 words, as in shaders/surface/commands.glsl");

enum {
    WB_SURFACE_BLOCK_COMMAND = 0, // bytes from the start of `commands`
    WB_SURFACE_CORNER_COMMAND = 16,
    WB_SURFACE_DRAW_COMMAND = 32,
};

/* The masks of a block, in this order. */
enum {
    WB_SURFACE_CANDIDATES, // cells that the surface may go through
    WB_SURFACE_CORNERS,    // corners of candidates, this block's and others'
    WB_SURFACE_INSIDE,     // of these, those with C > iso
    WB_SURFACE_CUT_EDGES,  // three masks: cut edges along x, along y, along z
    WB_SURFACE_MASKS = 6,
};

typedef struct wb_surface_desc {
    float low[3], high[3]; // the box that the particles are in
    float spacing;         // s, in the unit of the positions
    float radius;          // R, in spacings; 0 is 2
    int cells;             // K, in a radius, 1 to WB_SURFACE_MOST_CELLS
    float iso;             // 0 is 0.45
    uint32_t most;         // particles

    /* What the buffers have room for; 0: more than moving water needs. Never more than there can
     * be: UINT32_MAX is as much as that. */
    uint32_t most_corners, most_vertices, most_triangles;

    /* A lesson's own. */
    wb_surface_rule rule; // of the table
    bool dense;           // all cells are candidates, but for those at the border
    int row;              // work groups, of an indirect dispatch; 0: 65,535, or all there are
    bool soup;            // there is room for three vertices a triangle
    /* Kernels in place of "surface/occupied.comp", "surface/cells.comp", "surface/colour.comp" and
     * "surface/vertices.comp", made with the same constants; NULL: these. */
    const char *occupied_kernel, *cells_kernel, *colour_kernel, *vertices_kernel;
} wb_surface_desc;

typedef struct wb_surface {
    wb_surface_desc desc;
    float iso; // may change from build to build

    /* The grid has a border of empty cells around the box. */
    wb_grid grid;
    float cell_size;
    uint32_t full;    // particles in a full cell, at the least
    uint32_t size[3]; // blocks along x, y, z
    uint32_t blocks;  // in all
    uint32_t most_corners, most_vertices, most_triangles;

    /* The result: positions and normals as vec4 (x, y, z, 1 and x, y, z, 0), normals of length 1
     * and pointing outwards; three indices a triangle, counterclockwise seen from outside. What
     * wb_draw_mesh() takes. Draw with `commands`, from WB_SURFACE_DRAW_COMMAND on, after a barrier
     * with GL_ELEMENT_ARRAY_BARRIER_BIT and GL_COMMAND_BARRIER_BIT. */
    wb_buffer positions, normals; // most_vertices vec4
    wb_buffer indices;            // 3 most_triangles uint
    wb_buffer commands;           // 16 uint, a wb_surface_commands

    /* By block: of masks, each has two words. What is not listed has zeros, but for `occupied`. */
    wb_buffer occupied;      // 2 x 2 uint: cells with particles; full cells
    wb_buffer flags;         // uint: 1 if the block is listed
    wb_buffer places;        // uint: of a listed block, where in the list it is
    wb_buffer masks;         // WB_SURFACE_MASKS x 2 uint, see there
    wb_buffer corner_counts; // uint: ones in WB_SURFACE_CORNERS; and what is before the block's
    wb_buffer corner_starts;

    /* Vertices of each block, then triangles of each block, then nothing; and the sums before:
     * those of triangles, from element `blocks` on, count all vertices as well. 2 blocks + 1 uint.
     */
    wb_buffer mesh_counts, mesh_starts;

    wb_buffer list; // `blocks` uint: listed blocks, in order

    /* By listed corner, most_corners of them, in the order of blocks and bits. */
    wb_buffer corner_list; // uint: 64 block + bit
    wb_buffer colours;     // uint: C in 2^-22
    /* ivec4: R grad C in 2^-18, downhill: it points outwards; w: as `colours`. With more than
     * 3,000 R^3 particles around one corner (R in spacings: 24,000 with the usual one) the sums
     * overflow, and normals may be wrong there; water has some 30. */
    wb_buffer slopes;

    wb_buffer table; // WB_SURFACE_CASES uvec2, see compute/surface_table.h

    wb_scan scan;
    GLuint occupied_kernel, blocks_kernel, list_kernel, cells_kernel, corners_kernel; // programs
    GLuint colour_kernel, classify_kernel, vertices_kernel, triangles_kernel;
} wb_surface;

/* Creates buffers (named "surface_positions", "surface_normals" and so on, after the fields above)
 * and programs. `surface` must stay where it is until wb_surface_delete(). False, with a message,
 * if the numbers make no sense or this machine has no room; wb_surface_delete() is then still
 * needed. */
bool wb_surface_create(wb_surface *surface, const wb_surface_desc *desc);

/* Does nothing to a zeroed surface. */
void wb_surface_delete(wb_surface *surface);

/* Makes the mesh of `count` particles, 0 included. `positions`: `count` vec4, in a buffer that is
 * visible to shaders; w is free. After: the vertices are visible to shaders; for the rest, see
 * above. What lies outside of the box may leave the surface open there. Changes the program in use
 * and the storage block bindings 0 to 7. False, with a message, for more than desc.most particles.
 */
bool wb_surface_build(wb_surface *surface, GLuint positions, uint32_t count);

/* What wb_surface_build() does, one after the other, for a lesson that has other ways to do one of
 * them: each but the last ends with a barrier. That of wb_surface_corners() is for the command
 * alone: if no sorting follows, the list needs one with GL_SHADER_STORAGE_BARRIER_BIT. */
void wb_surface_count(wb_surface *surface, GLuint positions, uint32_t count);
void wb_surface_occupied(wb_surface *surface);
void wb_surface_blocks(wb_surface *surface);
void wb_surface_list(wb_surface *surface);
void wb_surface_cells(wb_surface *surface);
void wb_surface_corners(wb_surface *surface);
void wb_surface_sort(wb_surface *surface, GLuint positions, uint32_t count);
void wb_surface_colour(wb_surface *surface);
void wb_surface_classify(wb_surface *surface);
void wb_surface_vertices(wb_surface *surface);
void wb_surface_triangles(wb_surface *surface);

/* Reads back what the last build made; waits for the GPU. The caller has issued
 * GL_BUFFER_UPDATE_BARRIER_BIT. */
bool wb_surface_read(const wb_surface *surface, wb_surface_commands *commands);

/* Says with a message, if the mesh of the last build did not fit, what there was and what there is
 * room for, and returns false. Waits for the GPU. */
bool wb_surface_fits(const wb_surface *surface);

/* The numbers that kernels compute with, so that an oracle may use the same ones. */
typedef struct wb_surface_numbers {
    float inverse_square; // 1 / R^2
    float colour_scale;   // 315 / (64 pi) (s / R)^3, times 2^22
    float slope_scale;    // 6 of that without the 2^22, over R, times 2^18
    uint32_t iso;         // in 2^-22
} wb_surface_numbers;

wb_surface_numbers wb_surface_get_numbers(const wb_surface *surface);

/* For the program in use, which includes "surface/surface.glsl" (uniform locations 0 to 7; and the
 * grid's, 8 to 10). */
void wb_surface_set_uniforms(const wb_surface *surface);

/* The constants that the block's kernels are made with, ended by one without a name: for a lesson's
 * own. Valid until the next call. */
const wb_define *wb_surface_constants(const wb_surface *surface);

#endif
