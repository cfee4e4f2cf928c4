// Numbers that this lesson's C and GLSL share: both include this file, and so write the same names.
#ifndef WB_SHADERS_16_FIELDS_SLOTS_H
#define WB_SHADERS_16_FIELDS_SLOTS_H

// Image units, and the texture unit of what is sampled: its number is its own
#define NOW 0
#define NEXT 1
#define BEFORE 2
#define SAMPLED 0
#define SUNLIT 1

// Uniforms of the kernels
#define COURANT_SQUARED 0
#define FEED 0
#define KILL 1

// Work groups of GROUP x GROUP invocations
#define GROUP 16

// How far a ray of light is led astray on its way to the pond's floor, in texels for a slope of 1
#define DEPTH 36.0

// A tile in shared memory: its columns, those of them that its group stores, seven times GROUP, and the border on each side; and the
// words from row to row, by which two rows of 16 are in different banks
#define TILE_COLUMNS 128
#define TILE_STEP 112
#define TILE_BORDER 8
#define TILE_PITCH 144

// Uniforms of the picture, behind those of draw/cells.glsl
#define SPLIT 2

#endif
