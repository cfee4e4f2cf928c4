// Numbers that the C and the GLSL of smoke share.
#ifndef WB_SHADERS_16_FIELDS_SMOKE_SLOTS_H
#define WB_SHADERS_16_FIELDS_SMOKE_SLOTS_H

// Texture units: what a kernel reads
#define SMOKE 0
#define HEAT 1
#define VELOCITY_X 2
#define VELOCITY_Y 3
#define VELOCITY_Z 4
#define TURNING 5
#define CURL 6
#define PUSH 7
#define SMOKE_GUESS 8
#define HEAT_GUESS 9
#define GUESS_X 10
#define GUESS_Y 11
#define GUESS_Z 12

// Image units: what it stores
#define SMOKE_NEXT 0
#define HEAT_NEXT 1
#define NEXT_X 2
#define NEXT_Y 3
#define NEXT_Z 4
#define TURNING_NEXT 0
#define CURL_NEXT 1
#define PUSH_NEXT 0

// Storage buffers
#define OPENINGS 0
#define RIGHT 1
#define PRESSURE 2
#define PRESSURE_NEXT 3
#define STENCILS 4
#define COARSE_RIGHT 5
#define COARSE_PRESSURE 6

// Bits of an opening: the faces through which air can flow. A solid cell has none.
#define OPEN_LEFT 1
#define OPEN_RIGHT 2
#define OPEN_BELOW 4
#define OPEN_ABOVE 8
#define OPEN_BACK 16
#define OPEN_FRONT 32

// Uniforms of the kernels
#define SIZE 0
#define ORIGIN 1
#define SOURCE 2
#define FADE 3
#define SMOKE_STEP 4
#define FLICKER 5
#define LIFT 1
#define SWIRL 2
#define COLOUR 1
#define OMEGA 2
#define COARSE_SIZE 1

// Work groups of GROUP_X x GROUP_Y x GROUP_Z invocations
#define GROUP_X 16
#define GROUP_Y 4
#define GROUP_Z 4

// A tile of cells in shared memory, and how many more its group fetches around it
#define TILE_X 16
#define TILE_Y 8
#define TILE_Z 8
#define TILE_RIM 2

// The smallest level: one work group, a pair of cells an invocation, so many sweeps
#define BOTTOM_PAIRS 512
#define BOTTOM_SWEEPS 32

// The picture. Texture units, behind SMOKE and HEAT
#define LIGHT 2
#define BLOCKS 3
#define RAYS 4

// The image unit of what its kernels store, and the storage buffer of the lamps
#define STORED 0
#define LAMPS 0

// Uniforms
#define EYE_VIEW 0
#define EYE_PROJECTION 1
#define EYE_PLACE 2
#define PICTURE_SIZE 3
#define TO_LIGHT 4
#define ABSORPTION 5
#define KELVIN 6
#define BALL 7
#define RAY_PIXELS 8

// Cells each way of a block, and lamps that stand for all flames
#define BLOCK 8
#define LAMP_COUNT 8

// Work groups: BLOCK_GROUP each way in a block, COLUMN_GROUP over columns of light, PICTURE_GROUP over pixels
#define BLOCK_GROUP 4
#define COLUMN_GROUP 8
#define PICTURE_GROUP 8

#endif
