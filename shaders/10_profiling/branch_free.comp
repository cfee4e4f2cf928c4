#version 430 core
// Both ways are computed, and one is taken by arithmetic: no branch.
// Limit: both ways, for every invocation.
#include "10_profiling/rounds.glsl"

uvec4 one_round(uvec4 x)
{
    uvec4 odd = x & 1u, half_of_x = x >> 1u;
    return half_of_x + odd * (3u * x + 1u - half_of_x);
}
