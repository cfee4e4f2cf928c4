#version 430 core
// The plain build, 2 of 4: counts the particles of each cell, and keeps for each particle what it found.
// Limit: one atomic a particle; those of one cell wait for each other.
#include "07_grid/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POINTS) restrict readonly buffer Points { vec4 points[]; };
layout(std430, binding = COUNTS) restrict buffer Counts { uint counts[]; };
layout(std430, binding = PLACES) restrict writeonly buffer Places { uvec2 places[]; }; // cell, rank
layout(location = PARTICLES) uniform uint particles;

#include "grid/grid.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= particles) return;
    uint cell = cell_index(cell_of(points[i].xyz));
    uint rank = atomicAdd(counts[cell], 1u);
    places[i] = uvec2(cell, rank);
}
