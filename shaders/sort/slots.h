// Numbers that C and GLSL share, for the sorts of common/compute/sort.h.
// C includes this file, and so do the kernels.
#ifndef WB_SHADERS_SORT_SLOTS_H
#define WB_SHADERS_SORT_SLOTS_H

// Storage blocks
#define SORT_FROM_KEYS 0
#define SORT_FROM_VALUES 1
#define SORT_TO_KEYS 2
#define SORT_TO_VALUES 3
#define SORT_COUNTS 4

// Uniforms
#define SORT_COUNT 0
#define SORT_LOG2_SIZE 1
#define SORT_LEVELS 2
#define SORT_MIRRORED 3
#define SORT_SHIFT 1

#define SORT_FAR_GROUP 256 // invocations of a work group of merge_far.comp

#endif
