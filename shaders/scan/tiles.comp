#version 430 core
// Scan in three dispatches, the third: each tile's scan, on top of what stands before it.
// Limit: 12 bytes of traffic an element (two reads, one write), where 8 would do.
#include "scan/slots.h"
#pragma optionNV(unroll all)
#include "scan/tile_scan.glsl"

layout(local_size_x = GROUP) in;

layout(std430, binding = SCAN_TILE_SUMS) restrict readonly buffer TileSums { uint sums_before[]; };

void main()
{
    // From the last tile to the first: those that the first dispatch read last are still in the cache.
    uint tile = gl_NumWorkGroups.x - 1u - gl_WorkGroupID.x;
    uvec4 vectors[SCAN_VECTORS];
    uint before[SCAN_VECTORS], total;
    load_tile(tile, vectors);
    scan_tile(vectors, before, total);
    store_tile(tile, vectors, before, sums_before[tile]);
}
