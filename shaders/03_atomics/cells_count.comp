#version 430 core
// Moves each particle, and counts those of each cell. Positions and velocities are fractions of the box
// in 32-bit fixed point: leaving on the right and coming in on the left is what an addition does by
// itself when it runs over. The old value of a cell's counter is the particle's place among those of
// its cell: a sort of the particles by cell (lesson 07) has their order already.
// (A float position has to be clamped first and made an unsigned number afterwards: for a particle a hair below
// zero that conversion is undefined. Fixed-point fractions have no outside.)
// Limit: particles of one cell queue for its counter; the more they crowd, the longer.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict buffer Particles { uvec4 particles[]; }; // position, velocity
layout(std430, binding = 1) restrict buffer Counts { uint counts[]; };        // cells x cells
layout(std430, binding = 2) restrict writeonly buffer Places { uint places[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint cells; // a side

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index();
    if (i >= count) return;
    uvec2 position = particles[i].xy + particles[i].zw;
    particles[i].xy = position;

    uvec2 cell = (position >> 16u) * cells >> 16u; // less than `cells`, whatever the position
    places[i] = atomicAdd(counts[cell.y * cells + cell.x], 1u);
}
