#version 430 core
// `sum_wide`: fixed point in two words. The old value of the low one tells whether this addition made
// it run over; if so, the invocation carries a one to the high word. Each run over happens in exactly one
// addition, so no carry is lost and none comes twice.
// Limit: between the two additions a reader would see a wrong sum; reading has to wait for the end.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Reals { float reals[]; }; // 0 to 1
layout(std430, binding = 1) restrict buffer Sums { uint sums[]; };             // HISTORY x 2
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint row;    // of sums: the low word, the high word
layout(location = 2) uniform float scale; // 2^bits

#include "03_atomics/linear.glsl"
#include "03_atomics/sum_own.glsl"

void main()
{
    uint own = 0u;
    for (uint k = 0u; k < SUM_ITEMS; k++)
        if (real_index(k) < count) own += uint(roundEven(reals[real_index(k)] * scale));

    uint old = atomicAdd(sums[2u * row], own);
    if (old > 0xFFFFFFFFu - own) atomicAdd(sums[2u * row + 1u], 1u);
}
