// Numbers that this lesson's C and GLSL share: both include this file, and so write the same names.
#ifndef WB_SHADERS_10_PROFILING_SLOTS_H
#define WB_SHADERS_10_PROFILING_SLOTS_H

// Storage blocks
#define NUMBERS 0
#define RESULT 1

#define TEXELS 0 // a texture unit, and an image unit

// Uniforms
#define COUNT 0
#define TOTAL 1
#define ARITHMETIC 2
#define READS 3
#define ROUND_COUNT 4
#define BY 5
#define ROWS 6
#define FACTOR 7
#define ADDEND 8
#define EXTENT 9

#define ROUNDS 64 // of the parts division, branches and loops
#define TURNS 128 // reads of an invocation in the part occupancy

#endif
