#version 430 core
// A loop of a length that the compiler does not know.
// Limit: each turn counts, compares and jumps, beside the round's own work.
#include "10_profiling/loops.glsl"

uvec4 all_rounds(uvec4 x)
{
    for (uint k = 0u; k < rounds; k++) x = next_number(x);
    return x;
}
