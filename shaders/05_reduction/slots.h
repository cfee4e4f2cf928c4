// Numbers that this lesson's C and GLSL share: both include this file, and so write the same names.
#ifndef WB_SHADERS_05_REDUCTION_SLOTS_H
#define WB_SHADERS_05_REDUCTION_SLOTS_H

// Storage blocks of the sums and their tree
#define FROM 0
#define TO 1
#define ROUNDS 2

// Of the particles
#define PARTICLES 0
#define PARTIALS 1
#define RESULT 2

// Of the sums that are rounded in different ways
#define NODES 0
#define RUNNING 1
#define RESULTS 2

// Of the scans' picture
#define VALUES 0
#define PREFIX 1
#define TILE_SUMS 2

// Uniforms
#define COUNT 0
#define LEVEL 1
#define REACH 1
#define FIRST 0

// Uniforms of the pictures
#define VIEW 0
#define PROJECTION 1
#define POINT_SIZE 2
#define LENGTH 2
#define SUM_OF_ALL 3
#define HAS_PREFIX 4

#endif
