#version 430 core
// Scan in three dispatches, the first: the sum of each tile.
// Limit: reads every element, and the third dispatch reads it once more.
#include "scan/slots.h"
#pragma optionNV(unroll all)
#include "scan/tile.glsl"

layout(local_size_x = GROUP) in;

layout(std430, binding = SCAN_TILE_SUMS) restrict writeonly buffer TileSums { uint tile_sums[]; };

void main()
{
    uint tile = gl_WorkGroupID.x, own = 0u;
    uvec4 vectors[SCAN_VECTORS];
    load_tile(tile, vectors);
    for (uint k = 0u; k < SCAN_VECTORS; k++) own += sum_of(vectors[k]);
    uint total = group_sum(own);
    if (gl_LocalInvocationIndex == 0u) tile_sums[tile] = total;
}
