#version 430 core
// A word of 32 bits for each sample of 8.
// Limit: memory; three bytes of four are zero.
#include "10_profiling/packing.glsl"

uvec4 brighter_words(uvec4 words) { return brighter(words); }
