/* Uniform grid: which particles are near a point?
 *
 * Space is cut into cubes, the cells. wb_grid_build() sorts the particles by cell, so that the
 * particles of a cell lie side by side, and notes where each cell starts. A search for the
 * particles within cell_size of a point then looks into 27 cells (9 in a plane) instead of at all
 * particles.
 *
 * It is built anew whenever the particles have moved, in five passes: clear, count, scan, scatter,
 * order. Their shaders are in shaders/grid/; kernels that search include "grid/grid.glsl", which
 * has cell_of(), is_cell() and cell_index().
 *
 * The result is the same in every run: within a cell, the particles are in the order of their
 * numbers, whatever order the atomics happened in.
 *
 * What lies outside the box, infinities included, belongs to the nearest cell at the border, and a
 * search still finds all its neighbours; NaN belongs to the first cell in the direction of that
 * coordinate. A cell may hold any number of particles. It should not hold very many, because
 * searching it takes long; building the grid takes for 1,000,000 particles in a single cell a few
 * times as long as when they are spread.
 *
 * Rounding: two points whose cells do not touch are more than (1 - n / 2^21) cell sizes apart, n
 * cells from `low`. So make the cells a little larger than the radius of the search: by a
 * thousandth, for up to 2,000 cells in a row. With cells of exactly the radius, points on a lattice
 * of that spacing are missed. */
#ifndef WB_COMPUTE_GRID_H
#define WB_COMPUTE_GRID_H

#include "compute/scan.h"
#include "gl/buffer.h"

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct wb_grid_desc {
    float low[3], high[3]; // the box; a plane: low[2] = high[2], one layer of cells
    float cell_size;       // in the unit of the positions
    uint32_t most;         // particles

    /* Along x, cells may be narrower: cell_size / x_division; 0 is 1. Cells in a row along x are
     * one run in memory, so a search that goes from run to run has as many of them as before, and
     * they begin and end closer to what it looks for. */
    int x_division;

    /* Without a box: the cell's coordinates, counted from `low`, are hashed to a table whose size
     * follows `most`. Several cells may then share one entry, so a search has to compare the cell
     * of each particle that it finds there, or it takes one for another, or twice. */
    bool hashed;
} wb_grid_desc;

typedef struct wb_grid {
    wb_grid_desc desc;
    uint32_t size[3]; // cells along x, y, z; hashed: {entries of the table, 1, 1}
    uint32_t cells;   // in all

    /* The result. Cell c holds the slots starts[c] to starts[c + 1] - 1. */
    wb_buffer starts;     // cells + 1 uint
    wb_buffer ids;        // most uint: the particle in each slot
    wb_buffer positions;  // most vec4: copies, in the order of the slots; w comes along
    wb_buffer velocities; // most vec4: the same, if there are velocities

    wb_buffer counts;    // cells + 1 uint, and up to 3 more: particles in each cell
    wb_buffer places;    // most uvec2: each particle's cell, and its rank there
    wb_buffer unordered; // most uint: the particle in each slot, in any order within a cell
    wb_buffer runs;      // most uint: see shaders/grid/scatter.comp
    wb_scan scan;
    GLuint clear_kernel, count_kernel, scatter_kernel;
    GLuint order_kernels[2]; // without velocities, and with
} wb_grid;

/* Creates buffers (named "starts", "ids", "sorted_positions", "sorted_velocities", "counts",
 * "places", "unordered", "runs") and programs. `grid` must stay where it is until
 * wb_grid_delete(). False, with a message, if the box or the cell size makes no sense or there are
 * more cells or particles than this machine has room for; wb_grid_delete() is then still needed. */
bool wb_grid_create(wb_grid *grid, const wb_grid_desc *desc);

/* Does nothing to a zeroed grid. */
void wb_grid_delete(wb_grid *grid);

/* Sorts `count` particles, 0 included. `positions` and `velocities`: `count` vec4 (w is free);
 * velocities may be 0. The last barrier makes the result visible to storage blocks. False, with a
 * message, for more than desc.most particles. */
bool wb_grid_build(wb_grid *grid, GLuint positions, GLuint velocities, uint32_t count);

/* What wb_grid_build() does, one after the other: each ends with its barrier. */
void wb_grid_clear(wb_grid *grid);
void wb_grid_count(wb_grid *grid, GLuint positions, uint32_t count);
void wb_grid_scan(wb_grid *grid);
void wb_grid_scatter(wb_grid *grid, uint32_t count);
void wb_grid_order(wb_grid *grid, GLuint positions, GLuint velocities, uint32_t count);

/* For the program in use, which includes "grid/grid.glsl" (uniforms GRID_LOW to GRID_SIZE) and was
 * made with the constant GRID_HASHED, 0 or 1. */
void wb_grid_set_uniforms(const wb_grid *grid);

/* What cell_index(cell_of(point)) is on the GPU, bit for bit. */
uint32_t wb_grid_cell(const wb_grid *grid, const float point[3]);

#endif
