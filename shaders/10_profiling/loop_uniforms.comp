#version 430 core
// As loop_constant.comp, but factor and addend are uniforms.
// Limit: the rounds.
#include "10_profiling/slots.h"
#include "10_profiling/loops.glsl"

uvec4 all_rounds(uvec4 x)
{
    for (uint k = 0u; k < ROUNDS; k++) x = x * factor + addend;
    return x;
}
