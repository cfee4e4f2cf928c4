// Numbers that C and GLSL share, for the surface of common/compute/surface.h.
// C includes this file, and so do the kernels.
// A kernel that takes the place of one of these has its storage blocks at the same numbers.
#ifndef WB_SHADERS_SURFACE_SLOTS_H
#define WB_SHADERS_SURFACE_SLOTS_H

// Storage blocks. A kernel has at most eight, so that some share a number; no kernel has both of these.
#define SURFACE_LIST 0
#define SURFACE_STARTS 0
#define SURFACE_MASKS 1
#define SURFACE_SORTED_POSITIONS 1
#define SURFACE_CORNER_STARTS 2
#define SURFACE_FLAGS 2
#define SURFACE_INDICES 2
#define SURFACE_OCCUPIED 3
#define SURFACE_PLACES 3
#define SURFACE_SLOPES 3
#define SURFACE_TABLE 3
#define SURFACE_COLOURS 4
#define SURFACE_CORNER_COUNTS 4
#define SURFACE_MESH_STARTS 4
#define SURFACE_CORNER_LIST 5
#define SURFACE_MESH_COUNTS 5
#define SURFACE_POSITIONS 5
#define SURFACE_NORMALS 6
#define SURFACE_COMMANDS 7

// Uniforms, beside those of the grid: wb_surface_set_uniforms() sets them.
#define SURFACE_CELL_SIZE 0
#define SURFACE_ISO 1
#define SURFACE_CONTRIBUTION 2
#define SURFACE_ROOM 3

#endif
