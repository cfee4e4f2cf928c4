// The numbers that lesson 15's own kernels and its C share. Kernels that stand in the place of one of the building block's
// have its slots: common/compute/surface.c.
#ifndef WB_SHADERS_15_SURFACE_SLOTS_H
#define WB_SHADERS_15_SURFACE_SLOTS_H

// Storage block bindings. Those of one number never meet in one kernel.
#define CELL_LIST 0
#define SOUP_LIST 0 // zero_inside.comp: the list of blocks, in the place of that of cells
#define SORTED_POSITIONS 0
#define OCCUPIED 0
#define MARKS 1
#define BLOCK_MASKS 1
#define SLOPES 2
#define BLOCK_COUNTS 2
#define LISTED 2 // section.frag
#define TABLE 3
#define STARTS 3
#define POSITIONS 4
#define LIST 4
#define NORMALS 5
#define CORNER_LIST 5
#define CORNER_STARTS 5
#define INDICES 6
#define COLOURS 6
#define COMMANDS 7

// occupy.comp, of `boxes`: invocations of a work group along each axis, 128 in all.
#define BOX_X 16
#define BOX_Y 4
#define BOX_Z 2

#define SPLAT_PARTICLES 7 // uniform location, behind those of surface/surface.glsl

// Uniform locations of the picture: as in draw/mesh.glsl,
#define VIEW 2
#define PROJECTION 3
#define EYE 5
#define TO_LAMP 6
// and beside those.
#define SECTION 7 // half.frag
#define ROOM_BOX 8
#define LAMP 9
#define PICTURE_SIZE 10
#define SECTION_VIEW 11 // section.vert, behind those of grid/grid.glsl
#define SECTION_PROJECTION 12
#define RECTANGLE 13
#define SECTION_AT 14

// Texture unit.
#define SHADOW_UNIT 0

#endif
