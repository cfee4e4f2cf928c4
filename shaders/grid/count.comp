#version 430 core
// Grid, 2 of 5: counts the particles of each cell. What the counter held before is the particle's
// rank: its number among those of its cell, in the order in which they happened to come.
// Limit: one atomic a particle; those of one cell wait for each other.
#include "grid/slots.h"

layout(local_size_x = GRID_GROUP) in;

layout(std430, binding = GRID_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = GRID_COUNTS) restrict buffer Counts { uint counts[]; };
layout(std430, binding = GRID_PLACES) restrict writeonly buffer Places { uvec2 places[]; }; // cell, rank
layout(location = GRID_PARTICLES) uniform uint particles;

#include "grid/grid.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= particles) return;

    uint cell = cell_index(cell_of(positions[i].xyz));
    places[i] = uvec2(cell, atomicAdd(counts[cell], 1u));
}
