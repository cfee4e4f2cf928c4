#version 430 core
// BROKEN: works on the keys as they are, however many; a key without a partner is left alone.
layout(local_size_x = GROUP) in;

#include "06_bitonic/partners.glsl"
#include "sort/pair.glsl"

void main()
{
    uint p = gl_GlobalInvocationID.x;
    uint i = lower_partner(p, j), partner = i + j;
    if (partner >= count) return;

    bool upwards = (i & k) == 0u;
    uvec2 a = uvec2(keys[i], values[i]), b = uvec2(keys[partner], values[partner]);
    if (is_larger(upwards ? a : b, upwards ? b : a)) {
        keys[i] = b.x;
        values[i] = b.y;
        keys[partner] = a.x;
        values[partner] = a.y;
    }
}
