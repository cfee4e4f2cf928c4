#version 430 core
// Version 1: one dispatch for each (k, j), one invocation for each comparison.
// Limit: reads every pair from memory, and writes many, for a single comparison each.
layout(local_size_x = GROUP) in;

#include "06_bitonic/partners.glsl"
#include "sort/pair.glsl"

void main()
{
    uint p = gl_GlobalInvocationID.x;
    if (p >= count / 2u) return;

    uint i = lower_partner(p, j), partner = i + j;
    bool upwards = (i & k) == 0u;
    uvec2 a = uvec2(keys[i], values[i]), b = uvec2(keys[partner], values[partner]);
    if (is_larger(upwards ? a : b, upwards ? b : a)) {
        keys[i] = b.x;
        values[i] = b.y;
        keys[partner] = a.x;
        values[partner] = a.y;
    }
}
