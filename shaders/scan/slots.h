// Numbers that C and GLSL share, for the scans of common/compute/scan.h.
// C includes this file, and so do the kernels.
#ifndef WB_SHADERS_SCAN_SLOTS_H
#define WB_SHADERS_SCAN_SLOTS_H

// Storage blocks
#define SCAN_IN 0
#define SCAN_OUT 1
#define SCAN_TILE_SUMS 2 // in three dispatches
#define SCAN_LOOK_BACK 2 // in a single pass

// Uniforms
#define SCAN_COUNT 0
#define SCAN_INCLUSIVE 1
#define SCAN_EPOCH 2

#define SCAN_VECTORS 4 // of four elements, for each invocation

#endif
