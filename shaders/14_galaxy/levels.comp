#version 430 core
// The transform as it is in books: a work group for each line, a butterfly for each invocation and level,
// and everything in shared memory. Pairs are 1 element apart, then 2, 4, and so on, as lesson 06's are.
// Limit: a barrier for each level, and four accesses of shared memory for a butterfly.
#define NO_BARRIER 0
#include "14_galaxy/levels.glsl"
