#version 430 core
// Each number takes one of two ways. Neighbours that differ wait for each other.
// Limit: both ways, one after the other, wherever a subgroup has takers for both.
#include "10_profiling/rounds.glsl"

uint one_number(uint x)
{
    if (x % 2u == 1u) return 3u * x + 1u;
    return x / 2u;
}

uvec4 one_round(uvec4 x)
{
    return uvec4(one_number(x.x), one_number(x.y), one_number(x.z), one_number(x.w));
}
