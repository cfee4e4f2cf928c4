#version 430 core
// Scan in three dispatches, the second: what stands before each tile. One work group scans the
// tiles' sums, in place, a tile of them at a time, and carries the sum so far along.
// Limit: one work group, while the rest of the GPU waits; at 2^26 elements it has 4 rounds to go.
#include "scan/slots.h"
#include "scan/tile_scan.glsl"

layout(local_size_x = GROUP) in;

void main()
{
    uint rounds = (count + 4u * TILE_VECTORS - 1u) / (4u * TILE_VECTORS), carry = 0u;
    for (uint round = 0u; round < rounds; round++) {
        uvec4 vectors[SCAN_VECTORS];
        uint before[SCAN_VECTORS], total;
        load_tile(round, vectors);
        scan_tile(vectors, before, total);
        store_tile(round, vectors, before, carry);
        carry += total;
        barrier(); // the next round's scan uses the same shared memory
    }
}
