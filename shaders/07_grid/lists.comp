#version 430 core
// Version 6, second search: the scan of the lists' lengths has told each particle where its list
// begins; now the numbers of its neighbours go there.
// Limit: searches everything a second time; and neighbours in the group write far from each other.
#include "07_grid/slots.h"
#define BY_SLOT 1
#define WATCH 0
#include "07_grid/search.glsl"

// First particles + 1 offsets: the list of particle i holds the entries from offset i to offset
// i + 1, counted from behind the offsets.
layout(std430, binding = NEIGHBOUR_LISTS) restrict buffer Neighbours { uint neighbours[]; };
layout(location = ENTRIES) uniform uint entries; // how many have room, in all lists together

uint next;

void visit_slot(uint slot)
{
    vec4 candidate = sorted_points[slot];
    uint id = floatBitsToUint(candidate.w);
    if (!is_near(candidate.xyz) || id == self) return;
    if (next < entries) neighbours[particles + 1u + next] = id;
    next++;
}

void visit_cells(uint first, uint last)
{
    uvec2 slots = slots_of(first, last);
    for (uint slot = slots.x; slot < slots.y; slot++) visit_slot(slot);
}

#include "grid/rows.glsl"

void main()
{
    if (!begin_search()) return;
    next = neighbours[self];
    visit_candidates(centre);
}
