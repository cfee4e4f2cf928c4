#version 430 core
// Version 3: a flat grid. Cells have an order, no two share a place, and at the border there are
// fewer than 27 to look into.
// Limit: each candidate is fetched through an index, from anywhere in memory; and the invocations of
// a group look for particles that are far apart, so that one's candidates are of no use to another.
#define BY_SLOT 0
#include "07_grid/search.glsl"

void search_cell(ivec3 cell)
{
    if (!is_cell(cell)) return;
    uint index = cell_index(cell);
    uvec2 slots = slots_of(index, index);
    for (uint slot = slots.x; slot < slots.y; slot++)
        visit(points[min(ids[slot], particles - 1u)]); // broken builds leave slots unwritten
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
