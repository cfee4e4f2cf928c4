#version 430 core
// For each cell, how heavy it is and where its stars are on average: four sums of whole numbers.
// Limit: four atomics a star.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

#include "14_galaxy/cloud.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = SUMS) restrict buffer Sums { uint sums[]; }; // [cell][4]: mass, and mass times place

void main()
{
    if (gl_GlobalInvocationID.x >= stars) return;
    vec4 star = positions[gl_GlobalInvocationID.x];
    precise vec3 place = star.xyz * cells_per_kpc + 0.5 * float(grid);
    vec3 low = floor(place);
    if (!(all(greaterThanEqual(low, vec3(0.0))) && all(lessThan(low, vec3(grid))))) return;
    uint cell = node_index(ivec3(low)), mass = uint(star.w);
    uvec3 inside = uvec3((place - low) * float(1 << BITS)) * mass;
    atomicAdd(sums[4u * cell], mass);
    for (uint axis = 0u; axis < 3u; axis++) atomicAdd(sums[4u * cell + 1u + axis], inside[axis]);
}
