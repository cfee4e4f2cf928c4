#version 430 core
// Grid, 5 of 5: one invocation a slot. It takes the particle that came to this slot, counts how many
// of the same cell have a smaller number, and writes particle, position and velocity to the slot
// that this gives: the same one in every run.
// Limit: reads positions and velocities from all over memory, 16 bytes of each larger piece that it delivers.
#include "grid/slots.h"

layout(local_size_x = GRID_GROUP) in;

layout(std430, binding = GRID_STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = GRID_UNORDERED) restrict readonly buffer Unordered { uint unordered[]; };
layout(std430, binding = GRID_RUNS) restrict readonly buffer Runs { uint runs[]; };
layout(std430, binding = GRID_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = GRID_IDS) restrict writeonly buffer Ids { uint ids[]; };
layout(std430, binding = GRID_SORTED_POSITIONS) restrict writeonly buffer SortedPositions { vec4 sorted_positions[]; };
#if VELOCITIES
layout(std430, binding = GRID_VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = GRID_SORTED_VELOCITIES) restrict writeonly buffer SortedVelocities { vec4 sorted_velocities[]; };
#endif
layout(location = GRID_PARTICLES) uniform uint particles;

#include "grid/grid.glsl"

uint rank_in_cell(uint id, uint begin, uint end)
{
    uint rank = 0u;
    for (uint slot = begin; slot < end; slot++) rank += unordered[slot] < id ? 1u : 0u;
    return rank;
}

// In a crowded cell, from run to run: those before one's own count as a whole.
uint rank_by_runs(uint id, uint begin, uint end, uint own_slot)
{
    uint rank = 0u, slot = begin;
    while (slot < end) {
        uint run = runs[slot]; // how many slots it has
        bool is_own = slot <= own_slot && own_slot - slot < run;
        if (is_own)
            rank += own_slot - slot;
        else if (unordered[slot] < id)
            rank += run;
        slot += run;
    }
    return rank;
}

void main()
{
    uint slot = gl_GlobalInvocationID.x;
    if (slot >= particles) return;

    uint id = unordered[slot];
    vec4 position = positions[id];
    uint cell = cell_index(cell_of(position.xyz));
    uint begin = starts[cell], population = starts[cell + 1u] - begin;
    uint end = min(begin + population, particles);
    uint to = begin + (population <= GRID_CROWDED ? rank_in_cell(id, begin, end)
                                             : rank_by_runs(id, begin, end, slot));
    if (to >= particles) return; // only if the counts are wrong
    ids[to] = id;
    sorted_positions[to] = position;
#if VELOCITIES
    sorted_velocities[to] = velocities[id];
#endif
}
