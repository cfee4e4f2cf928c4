#version 430 core
// BROKEN: version 3 with unsigned cell coordinates. 0u - 1u is 4,294,967,295, which no max() makes a
// 0 again; the loop from there to 1 does not run even once.
#define BY_SLOT 0
#include "07_grid/search.glsl"

void search_cell(uvec3 cell)
{
    uint index = cell_index(ivec3(cell));
    uvec2 slots = slots_of(index, index);
    for (uint slot = slots.x; slot < slots.y; slot++) visit(points[ids[slot]]);
}

void main()
{
    if (!begin_search()) return;
    uvec3 own = uvec3(cell_of(centre));
    uvec3 from = max(own - uvec3(reach), uvec3(0u)); // BROKEN: this is never below zero
    uvec3 to = min(own + uvec3(reach), uvec3(grid_size - 1));
    for (uint z = from.z; z <= to.z; z++)
        for (uint y = from.y; y <= to.y; y++)
            for (uint x = from.x; x <= to.x; x++) search_cell(uvec3(x, y, z));
    end_search();
}
