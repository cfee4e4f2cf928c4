#version 430 core
// A loop of a length that the compiler knows, and so can unroll.
// Limit: the rounds.
#include "10_profiling/slots.h"
#include "10_profiling/loops.glsl"

uvec4 all_rounds(uvec4 x)
{
    for (uint k = 0u; k < ROUNDS; k++) x = next_number(x);
    return x;
}
