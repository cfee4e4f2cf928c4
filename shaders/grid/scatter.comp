#version 430 core
// Grid, 4 of 5: puts the number of each particle into the slots of its cell: the cell's first slot
// plus the particle's rank. Which particle has which rank depends on the atomics of the pass before;
// the next pass puts that in order.
//
// That pass compares each particle with all others of its cell, which is too much in a crowded cell.
// There, the particles of this work group (their numbers follow each other) get slots side by side,
// in order: a run. Only the runs are then still out of order, and they are few.
// Limit: one write of four bytes a particle, to a place that no neighbour in the group writes near.
#include "grid/slots.h"

layout(local_size_x = GRID_SCATTER_GROUP) in;

layout(std430, binding = GRID_PLACES) restrict readonly buffer Places { uvec2 places[]; }; // cell, rank
layout(std430, binding = GRID_STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = GRID_COUNTS) restrict buffer Counts { uint counts[]; };
layout(std430, binding = GRID_UNORDERED) restrict writeonly buffer Unordered { uint unordered[]; };
layout(std430, binding = GRID_RUNS) restrict writeonly buffer Runs { uint runs[]; }; // at its first slot: its length
layout(location = GRID_PARTICLES) uniform uint particles;

const uint NONE = 0xFFFFFFFFu;

shared uint crowded_cells[GRID_SCATTER_GROUP]; // the invocation's cell, if it is crowded, or NONE
shared uint first_slots[GRID_SCATTER_GROUP];   // of the run whose first particle the invocation has
shared uint has_crowded;                  // whether anyone here is in a crowded cell

// No count, however wrong, makes it write beyond the end.
void put(uint slot, uint particle)
{
    if (slot < particles) unordered[slot] = particle;
}

void put_runs(uint cell, uint particle)
{
    uint me = gl_LocalInvocationIndex;
    crowded_cells[me] = cell;
    barrier(); // all cells are there
    uint before = 0u, all = 0u, leader = NONE;
    for (uint k = 0u; k < GRID_SCATTER_GROUP; k++) {
        if (crowded_cells[k] != cell) continue;
        leader = min(leader, k);
        before += k < me ? 1u : 0u;
        all++;
    }
    if (cell != NONE && leader == me) {
        // The counter, which still holds the whole cell, gives its slots away from the end.
        uint slot = starts[cell] + atomicAdd(counts[cell], 0u - all) - all;
        first_slots[me] = slot;
        if (slot < particles) runs[slot] = all;
    }
    barrier(); // the leaders have the slots
    if (cell != NONE) put(first_slots[leader] + before, particle);
}

// False if the particle's cell is crowded: then nothing is written.
bool put_by_rank(uint particle)
{
    uvec2 place = places[particle]; // its cell, and its rank there
    uint first = starts[place.x], end = starts[place.x + 1u];
    if (end - first > GRID_CROWDED) return false;
    put(first + place.y, particle);
    return true;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (gl_LocalInvocationIndex == 0u) has_crowded = 0u;
    barrier(); // before anyone sets it
    bool is_crowded = i < particles && !put_by_rank(i);
    if (is_crowded) atomicMax(has_crowded, 1u);
    barrier(); // all have voted
    // The same answer for the whole group.
    if (has_crowded != 0u) put_runs(is_crowded ? places[i].x : NONE, i);
}
