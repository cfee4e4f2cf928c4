#version 430 core
// Surface, 1 of 9: which cells hold particles, and which are full. An invocation makes one word of
// each, of half a block: eight rows of four cells. A cell's start and the next one's tell how many
// particles it holds.
// Limit: reads where each cell starts, once for itself and once in four for the cell before it.
#include "surface/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = SURFACE_STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = SURFACE_OCCUPIED) restrict writeonly buffer Occupied { uint occupied[]; };

#include "surface/surface.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x, blocks = block_count();
    if (i >= 2u * blocks) return;

    // First all lower halves, then all upper ones: neighbours in the group read neighbours in memory.
    uint half_block = i / blocks, block = i % blocks, some = 0u, full = 0u;
    ivec3 corner = SIDE * block_at(block) + ivec3(0, 0, 2u * half_block);
    for (int row = 0; row < 8; row++) {
        uint cell = cell_index(corner + ivec3(0, row & 3, row >> 2)), from = starts[cell];
        for (uint x = 0u; x < 4u; x++) {
            uint to = starts[cell + x + 1u];
            some |= uint(to > from) << (4 * row + int(x));
            full |= uint(to - from >= FULL) << (4 * row + int(x));
            from = to;
        }
    }
    occupied[4u * block + half_block] = some;
    occupied[4u * block + 2u + half_block] = full;
}
