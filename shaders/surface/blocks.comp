#version 430 core
// Surface, 2 of 9: which blocks have to be looked at. Those around whose corners there are candidates:
// of the (5 + 2 K)^3 cells that decide that, from K + 1 before the block's first to K behind its last,
// some hold particles and some are not full. Beyond the grid's border there are none.
// Limit: reads the masks of 27 blocks, all but two for the 26th time.
#include "surface/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = SURFACE_OCCUPIED) restrict readonly buffer Occupied { uvec2 occupied[]; };
layout(std430, binding = SURFACE_FLAGS) restrict writeonly buffer Flags { uint flags[]; };

#include "surface/surface.glsl"

// Which of the four cells along an axis matter, in a block that is `away` blocks away.
uint reached(int away)
{
    return away < 0 ? 15u << (3 - CELLS) & 15u : away > 0 ? 15u >> (4 - CELLS) : 15u;
}

// A bit in four for each bit.
uint spread(uint bits) { return (bits & 1u) | (bits & 2u) << 3 | (bits & 4u) << 6 | (bits & 8u) << 9; }

uvec2 region(ivec3 away)
{
    uint layer = reached(away.x) * spread(reached(away.y)), layers = reached(away.z);
    return uvec2((layers & 1u) * layer | (layers >> 1 & 1u) * layer << 16,
                 (layers >> 2 & 1u) * layer | (layers >> 3 & 1u) * layer << 16);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= block_count()) return;

    ivec3 block = block_at(i);
    uvec2 some = uvec2(DENSE), some_not_full = uvec2(DENSE);
    for (int z = -1; z <= 1; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++) {
                ivec3 away = ivec3(x, y, z), other = block + away;
                uint masks = 2u * block_index(other);
                uvec2 held = is_block(other) ? occupied[masks] : uvec2(0u);
                uvec2 full = is_block(other) ? occupied[masks + 1u] : uvec2(0u);
                some |= held & region(away);
                some_not_full |= ~full & region(away);
            }
    flags[i] = uint(any(notEqual(some, uvec2(0u))) && any(notEqual(some_not_full, uvec2(0u))));
}
