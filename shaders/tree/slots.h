// Numbers that C and GLSL share, for the tree of common/compute/tree.h.
// C includes this file, and so do the kernels.
#ifndef WB_SHADERS_TREE_SLOTS_H
#define WB_SHADERS_TREE_SLOTS_H

// Storage blocks. Those of one number never meet in one kernel.
#define TREE_POINTS 0
#define TREE_CODES 1
#define TREE_ORDER 2
#define TREE_NODES 3
#define TREE_BOXES 4
#define TREE_ARRIVALS 5
#define TREE_QUADRUPOLES 6
#define TREE_STARTS 7
#define TREE_PLACES 0
#define TREE_BUNDLES 1
#define TREE_COMMAND 4

// Uniforms
#define TREE_COUNT 0
#define TREE_LOW 1
#define TREE_CELLS_PER_UNIT 2
#define TREE_BUNDLE 1 // of nodes.comp

#define TREE_GROUP 256
#define TREE_ROW 65535 // work groups: every driver takes that many
#define TREE_AXIS_BITS 10 // of a code, along each axis

#endif
