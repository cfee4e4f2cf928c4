#version 430 core
// Exercise: the keys are float32, and the largest is to come first. The network stays as it is; what
// changes is which of two keys comes before the other. The keys arrive as their bits, and the padding
// as 0xFFFFFFFF, which has to come last.
// Write the comparison in the gap, then run: ./wb check 6 --variant exercise
layout(local_size_x = GROUP) in;

#include "06_bitonic/partners.glsl"

// Whether the key whose bits are `a` comes before the one whose bits are `b`.
bool comes_before(uint a, uint b)
{
    // --- your lines from here ---
    return a < b; // upwards, and as if they were unsigned integers
    // --- to here ---
}

void main()
{
    uint p = gl_GlobalInvocationID.x;
    if (p >= count / 2u) return;

    uint i = lower_partner(p, j), partner = i + j;
    bool upwards = (i & k) == 0u;
    uint first = upwards ? i : partner, second = upwards ? partner : i; // where the two belong
    uvec2 a = uvec2(keys[first], values[first]), b = uvec2(keys[second], values[second]);
    if (comes_before(b.x, a.x) || (a.x == b.x && a.y > b.y)) {
        keys[first] = b.x;
        values[first] = b.y;
        keys[second] = a.x;
        values[second] = a.y;
    }
}
