#version 430 core
// Plain scan, the third of three dispatches: each tile's scan, on top of what stands before the tile.
// Limit: one number for each invocation, and two barriers a round.
layout(local_size_x = GROUP) in;

#include "05_reduction/levels.glsl"
#include "05_reduction/group_scan.glsl"

layout(std430, binding = TILE_SUMS) restrict readonly buffer TileSums { uint before_tile[]; };

void main()
{
    uint group = group_index(), i = group * GROUP + gl_LocalInvocationIndex;
    uint own = number(i), sum = group_scan(own);
    if (i < count) to[i] = before_tile[group] + sum - own;
}
