#version 430 core
// The shift by hand.
// Limit: as in divide_constant.comp; it is the same.
#include "10_profiling/rounds.glsl"

uvec4 one_round(uvec4 x) { return (x >> 3u) ^ (x * 2654435761u); }
