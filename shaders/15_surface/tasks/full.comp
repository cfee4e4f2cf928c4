#version 430 core
// Task: two bits for each cell, one if it holds particles, and one if it is full. As shipped, a cell with a
// single particle counts as full. So in spray, where each cell holds one or two, no candidate is found,
// although the surface goes through: the mesh has holes.
// A cell is full with FULL particles or more: half of what it holds in calm water. The grid has sorted
// the particles by cell, and starts[c] is where those of cell c begin; starts[c + 1] is where they end, as
// cells of a row follow each other in the array. Each invocation makes one word of each kind, of half a
// block: 8 rows of 4 cells. It should read each start once: 5 for a row.
// Write the kernel on, then run: ./wb check 15.full
#include "surface/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = SURFACE_STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = SURFACE_OCCUPIED) restrict writeonly buffer Occupied { uint occupied[]; };

#include "surface/surface.glsl"

// --- your lines from here ---
void main()
{
    uint i = gl_GlobalInvocationID.x, blocks = block_count();
    if (i >= 2u * blocks) return;

    // First all lower halves, then all upper ones: neighbours in the group read neighbours in memory.
    uint half_block = i / blocks, block = i % blocks, some = 0u;
    ivec3 corner = SIDE * block_at(block) + ivec3(0, 0, 2u * half_block);
    for (int row = 0; row < 8; row++) {
        uint cell = cell_index(corner + ivec3(0, row & 3, row >> 2));
        for (uint x = 0u; x < 4u; x++)
            some |= uint(starts[cell + x + 1u] > starts[cell + x]) << (4 * row + int(x));
    }
    occupied[4u * block + half_block] = some;
    occupied[4u * block + 2u + half_block] = some;
}
// --- to here ---
