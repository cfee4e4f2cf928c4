#version 430 core
// BROKEN: every comparison puts the smaller key first. Two runs that both go up do not make a bitonic
// sequence, and merging what is not bitonic does not sort.
layout(local_size_x = GROUP) in;

#include "06_bitonic/partners.glsl"
#include "sort/pair.glsl"

void main()
{
    uint p = gl_GlobalInvocationID.x;
    if (p >= count / 2u) return;

    uint i = lower_partner(p, j), partner = i + j;
    uvec2 a = uvec2(keys[i], values[i]), b = uvec2(keys[partner], values[partner]);
    if (is_larger(a, b)) {
        keys[i] = b.x;
        values[i] = b.y;
        keys[partner] = a.x;
        values[partner] = a.y;
    }
}
