#version 430 core
// Scan in three dispatches, the first: the sum of each tile.
// Limit: reads every element, and the third dispatch reads it once more.
#include "scan/tile.glsl"

layout(local_size_x = GROUP) in;

layout(std430, binding = 2) restrict writeonly buffer TileSums { uint tile_sums[]; };

void main()
{
    uint tile = gl_WorkGroupID.x;
    uvec4 vectors[4];
    load_tile(tile, vectors);
    uint total = group_sum(sum_of(vector_sums(vectors)));
    if (gl_LocalInvocationIndex == 0u) tile_sums[tile] = total;
}
