#version 430 core
// Version 5: as version 4, but three cells in a row are read as one run.
// Limit: the candidates themselves; five of six are too far away (27 cubes around a ball).
#include "07_grid/slots.h"
#define BY_SLOT 1
#include "07_grid/search.glsl"

void visit_cells(uint first, uint last)
{
    uvec2 slots = slots_of(first, last);
    for (uint slot = slots.x; slot < slots.y; slot++) visit(sorted_points[slot]);
}

#include "grid/rows.glsl"

#if LISTS && !WATCH
layout(std430, binding = LENGTHS) restrict writeonly buffer Lengths { uint lengths[]; };
#endif

void main()
{
    if (!begin_search()) return;
    visit_candidates(centre);
    end_search();
#if LISTS && !WATCH
    lengths[self] = result.x; // how long this particle's list will be
    if (self == 0u) lengths[particles] = 0u;
#endif
}
