// The two grids of common/compute/surface.h: cells, and blocks of 4 x 4 x 4 cells; and how yes or no
// for all 64 cells, or corners, of a block is kept in two words. A corner has the coordinates of the
// cell whose lowest corner it is.
#include "surface/slots.h"
#include "grid/grid.glsl"

layout(location = SURFACE_CELL_SIZE) uniform float cell_size;
layout(location = SURFACE_ISO) uniform uint iso;                   // in 2^-22, as all colour
layout(location = SURFACE_CONTRIBUTION) uniform vec3 contribution; // 1 / R^2; scales of colour and slope
layout(location = SURFACE_ROOM) uniform uvec3 room;                // for corners, vertices, triangles

ivec3 blocks_along() { return grid_size / SIDE; }
uint block_count() { return uint(grid_size.x * grid_size.y * grid_size.z) / BLOCK; }

uint block_index(ivec3 block)
{
    ivec3 along = blocks_along();
    return uint((block.z * along.y + block.y) * along.x + block.x);
}

ivec3 block_at(uint index)
{
    ivec3 along = blocks_along();
    int i = int(index);
    return ivec3(i % along.x, i / along.x % along.y, i / (along.x * along.y));
}

bool is_block(ivec3 block)
{
    return all(greaterThanEqual(block, ivec3(0))) && all(lessThan(block, blocks_along()));
}

// The block of a cell or corner, and its bit there.
ivec3 block_of(ivec3 cell) { return cell >> 2; } // rounded down, below 0 too
uint bit_of(ivec3 cell)
{
    ivec3 in_block = cell & 3;
    return uint(in_block.x + 4 * in_block.y + 16 * in_block.z);
}

ivec3 place_of(uint bit) { return ivec3(bit & 3u, bit >> 2u & 3u, bit >> 4u); }

bool has(uvec2 mask, uint bit) { return (mask[bit >> 5u] >> (bit & 31u) & 1u) != 0u; }

uint ones(uvec2 mask) { return uint(bitCount(mask.x) + bitCount(mask.y)); }

// The ones below a bit.
uint ones_below(uvec2 mask, uint bit)
{
    uint below = (1u << (bit & 31u)) - 1u;
    return bit < 32u ? uint(bitCount(mask.x & below))
                     : uint(bitCount(mask.x) + bitCount(mask.y & below));
}
