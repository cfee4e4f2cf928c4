#version 430 core
// Plain scan, the second of three dispatches: what stands before each tile. One work group walks over the
// tiles' sums, GROUP at a time, and carries along what it has so far.
// Limit: one group at work.
layout(local_size_x = GROUP) in;

#include "05_reduction/slots.h"
#include "05_reduction/group_scan.glsl"

layout(std430, binding = TILE_SUMS) restrict buffer TileSums { uint tile_sums[]; };
layout(location = COUNT) uniform uint count; // of tiles

void main()
{
    uint carry = 0u;
    for (uint first = 0u; first < count; first += GROUP) {
        uint i = first + gl_LocalInvocationIndex, own = i < count ? tile_sums[i] : 0u;
        uint sum = group_scan(own);
        if (i < count) tile_sums[i] = carry + sum - own;
        carry += tile[GROUP - 1u]; // the sum of all in the group
        barrier(); // the next turn overwrites `tile`
    }
}
