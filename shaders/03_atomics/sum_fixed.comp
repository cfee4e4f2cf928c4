#version 430 core
// `sum_fixed`: fixed point. A real becomes a whole number of steps of 2^-bits, and whole numbers may be
// added in any order: the sum is the same to the last bit, run after run.
// BROKEN with more bits than there is room for: the sum runs over, without a sign.
// Limit: 32 bits for range and precision together.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Reals { float reals[]; }; // 0 to 1
layout(std430, binding = 1) restrict buffer Sums { uint sums[]; };             // HISTORY x 2
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint row;    // of sums: the low word, and nothing
layout(location = 2) uniform float scale; // 2^bits

#include "03_atomics/linear.glsl"
#include "03_atomics/sum_own.glsl"

void main()
{
    uint own = 0u;
    for (uint k = 0u; k < SUM_ITEMS; k++)
        if (real_index(k) < count) own += uint(roundEven(reals[real_index(k)] * scale));
    atomicAdd(sums[2u * row], own);
}
