// Numbers that C and GLSL share, for the grid of common/compute/grid.h.
// C includes this file, and so do the kernels.
#ifndef WB_SHADERS_GRID_SLOTS_H
#define WB_SHADERS_GRID_SLOTS_H

// Storage blocks. A kernel has at most eight, so that some share a number; no kernel has both of these.
#define GRID_STARTS 0
#define GRID_UNORDERED 1
#define GRID_RUNS 2
#define GRID_POSITIONS 3
#define GRID_IDS 4
#define GRID_COUNTS 4
#define GRID_SORTED_POSITIONS 5
#define GRID_PLACES 5
#define GRID_VELOCITIES 6
#define GRID_SORTED_VELOCITIES 7

// Uniforms of the kernels that build the grid
#define GRID_VECTORS 0
#define GRID_PARTICLES 0

// Uniforms of all kernels that know cells: wb_grid_set_uniforms() sets them.
#define GRID_LOW 8
#define GRID_INVERSE 9
#define GRID_SIZE 10

#define GRID_GROUP 256         // invocations of a work group
#define GRID_SCATTER_GROUP 512 // of the pass that makes runs: longer runs, fewer of them
#define GRID_CROWDED 256       // a cell with more particles than this is sorted by runs
#define GRID_FAR 4194304       // hashed: cells from -2^22 to 2^22 can be told apart; farther away, a float cannot

#endif
