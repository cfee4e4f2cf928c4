#version 430 core
// Task: mend it. This search looks into the cells around each particle. Those at the left and lower edge of the box
// find no neighbour. Find out why, mend the lines in the gap, then run: ./wb check 7.border
#define BY_SLOT 0
#include "07_grid/search.glsl"

void main()
{
    if (!begin_search()) return;
    // --- your lines from here ---
    uvec3 own = uvec3(cell_of(centre));
    uvec3 from = max(own - uvec3(reach), uvec3(0u)), to = min(own + uvec3(reach), uvec3(grid_size - 1));
    for (uint z = from.z; z <= to.z; z++)
        for (uint y = from.y; y <= to.y; y++)
            for (uint x = from.x; x <= to.x; x++) {
    // --- to here ---
                uint cell = cell_index(ivec3(x, y, z));
                uvec2 slots = slots_of(cell, cell);
                for (uint slot = slots.x; slot < slots.y; slot++) visit(points[ids[slot]]);
            }
    end_search();
}
