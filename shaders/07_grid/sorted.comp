#version 430 core
// Version 4: invocation s looks for the particle in slot s, and reads the copies in sorted order. The
// candidates of a cell lie side by side, and the invocations of a group, which sit in the same few
// cells, read the same ones: they stay in the cache.
// Limit: 27 cells, each with its two reads of `starts` and a loop of a few rounds.
#define BY_SLOT 1
#include "07_grid/search.glsl"

void visit_cells(uint first, uint last)
{
    uvec2 slots = slots_of(first, last);
    for (uint slot = slots.x; slot < slots.y; slot++) visit(sorted_points[slot]);
}

#include "grid/cells.glsl"

void main()
{
    if (!begin_search()) return;
    visit_candidates(centre);
    end_search();
}
