#version 430 core
// Masses, centres and boxes, from the leaves up: an invocation for each leaf walks towards the root. Of the two that come
// to a node, the first ends there, and the second goes on with both children's.
// Limit: a chain of reads, each from where another group has just written.
#define NO_MEMORY_BARRIER 0
#include "tree/moments.glsl"
