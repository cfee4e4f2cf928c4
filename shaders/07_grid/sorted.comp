#version 430 core
// Version 4: invocation s looks for the particle in slot s, and reads the copies in sorted order. The
// candidates of a cell lie side by side, and the invocations of a group, which sit in the same few
// cells, read the same ones: they stay in the cache.
// Limit: 27 cells, each with its two reads of `starts` and a loop of a few rounds.
#define BY_SLOT 1
#include "07_grid/search.glsl"

void search_cell(ivec3 cell)
{
    if (!is_cell(cell)) return;
    uint index = cell_index(cell);
    uvec2 slots = slots_of(index, index);
    for (uint slot = slots.x; slot < slots.y; slot++) visit(sorted_points[slot]);
}

void main()
{
    if (!begin_search()) return;
    ivec3 own = cell_of(centre);
    for (int z = -reach.z; z <= reach.z; z++)
        for (int y = -reach.y; y <= reach.y; y++)
            for (int x = -reach.x; x <= reach.x; x++) search_cell(own + ivec3(x, y, z));
    end_search();
}
