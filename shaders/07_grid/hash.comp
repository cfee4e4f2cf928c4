#version 430 core
// Version 2: a hashed grid, 27 cells. Several cells may share an entry of the table, and two of the
// 27 may: each candidate is asked for its own cell, or a neighbour could be counted twice.
// Limit: entries of neighbouring cells lie anywhere, and candidates are fetched through an index.
#define BY_SLOT 0
#include "07_grid/search.glsl"

void search_cell(ivec3 cell)
{
    uint entry = cell_index(cell);
    uvec2 slots = slots_of(entry, entry);
    for (uint slot = slots.x; slot < slots.y; slot++) {
        vec4 candidate = points[ids[slot]];
        if (cell_of(candidate.xyz) == cell) visit(candidate);
    }
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
