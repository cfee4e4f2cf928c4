#version 430 core
// Version 3: a flat grid. Cells have an order, no two share a place, and at the border there are
// fewer than 27 to look into.
// Limit: each candidate is fetched through an index, from anywhere in memory; and the invocations of
// a group look for particles that are far apart, so an invocation's candidates are of no use to another.
#define BY_SLOT 0
#include "07_grid/search.glsl"

void visit_cells(uint first, uint last)
{
    uvec2 slots = slots_of(first, last);
    for (uint slot = slots.x; slot < slots.y; slot++)
        visit(points[min(ids[slot], particles - 1u)]); // broken builds leave slots unwritten
}

#include "grid/cells.glsl"

void main()
{
    if (!begin_search()) return;
    visit_candidates(centre);
    end_search();
}
