#version 430 core
// The same, and a wish: NVIDIA's compiler heeds it, others skip a #pragma that they do not know.
// Limit: the rounds.
#include "10_profiling/slots.h"
#pragma optionNV(unroll all)
#include "10_profiling/loops.glsl"

uvec4 all_rounds(uvec4 x)
{
    for (uint k = 0u; k < ROUNDS; k++) x = next_number(x);
    return x;
}
