#version 430 core
// `sum_float`: a float is added by compare-and-swap. Read the sum, add, and put the result back only if
// the sum is still what was read; else another was faster, and it starts again.
// Limit: of all that try at a time one succeeds. And the order of the additions, on which the rounding
// depends, is another one in every run.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Reals { float reals[]; };
layout(std430, binding = 1) coherent buffer Sums { uint sums[]; }; // HISTORY x 2
layout(std430, binding = 2) restrict buffer Terms { uint terms; }; // reals that have been added
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint row; // of sums: a float's bits, and nothing

#include "03_atomics/linear.glsl"
#include "03_atomics/sum_own.glsl"

void add_float(uint at, float value)
{
    uint seen = sums[at];
    for (;;) {
        uint before = atomicCompSwap(sums[at], seen, floatBitsToUint(uintBitsToFloat(seen) + value));
        if (before == seen) return; // no other came between
        seen = before;
    }
}

void main()
{
    float own = 0.0;
    uint own_terms = 0u;
    for (uint k = 0u; k < SUM_ITEMS; k++) {
        if (real_index(k) >= count) continue;
        own += reals[real_index(k)];
        own_terms++;
    }
    if (own_terms == 0u) return;
    add_float(2u * row, own);
    atomicAdd(terms, own_terms);
}
