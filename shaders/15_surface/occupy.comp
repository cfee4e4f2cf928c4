#version 430 core
// Plain, 2: counts the cells with particles in and around each block, up to K cells away. An
// invocation for each cell. EIGHT: it knows which blocks it is near to, at most eight for K up to 2;
// otherwise it asks all 27. BOXES: groups of three dimensions, which need no division to find the cell.
// Limit: up to eight atomic operations a cell with particles; those for one block wait for each other.
#include "15_surface/slots.h"

#if BOXES
layout(local_size_x = BOX_X, local_size_y = BOX_Y, local_size_z = BOX_Z) in;
#else
layout(local_size_x = GROUP) in;
#endif

layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = BLOCK_COUNTS) restrict buffer BlockCounts { uint block_counts[]; };

#include "surface/surface.glsl"

void count_in(ivec3 block)
{
    if (is_block(block)) atomicAdd(block_counts[block_index(block)], 1u);
}

bool is_near(ivec3 cell, ivec3 block)
{
    ivec3 from = SIDE * block - CELLS, to = SIDE * block + SIDE - 1 + CELLS;
    return all(greaterThanEqual(cell, from)) && all(lessThanEqual(cell, to));
}

void main()
{
#if BOXES
    ivec3 cell = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(cell, grid_size))) return;
    uint i = cell_index(cell);
#else
    uint i = gl_GlobalInvocationID.x;
    if (i >= BLOCK * block_count()) return;
    int c = int(i);
    ivec3 cell = ivec3(c % grid_size.x, c / grid_size.x % grid_size.y, c / (grid_size.x * grid_size.y));
#endif
    if (starts[i + 1u] == starts[i]) return;
#if EIGHT
    ivec3 low = block_of(cell - CELLS), high = block_of(cell + CELLS);
#else
    ivec3 low = block_of(cell) - 1, high = block_of(cell) + 1;
#endif
    for (int z = low.z; z <= high.z; z++)
        for (int y = low.y; y <= high.y; y++)
            for (int x = low.x; x <= high.x; x++)
                if (EIGHT == 1 || is_near(cell, ivec3(x, y, z))) count_in(ivec3(x, y, z));
}
