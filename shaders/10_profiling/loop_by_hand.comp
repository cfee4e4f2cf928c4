#version 430 core
// Four rounds a turn, and what is left over one by one.
// Limit: the rounds.
#include "10_profiling/loops.glsl"

uvec4 all_rounds(uvec4 x)
{
    uint k = 0u;
    for (; k + 4u <= rounds; k += 4u) {
        x = next_number(x);
        x = next_number(x);
        x = next_number(x);
        x = next_number(x);
    }
    for (; k < rounds; k++) x = next_number(x);
    return x;
}
