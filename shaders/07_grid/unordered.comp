#version 430 core
// The scatter without an order: each particle goes to its cell's first slot plus its rank, with
// position and velocity. Saves a pass; within a cell, the order is another in every run.
// Limit: writes all over memory, 16 bytes at a time.
#include "07_grid/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = PLACES) restrict readonly buffer Places { uvec2 places[]; }; // cell, rank
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = POINTS) restrict readonly buffer Points { vec4 points[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = IDS) restrict writeonly buffer Ids { uint ids[]; };
layout(std430, binding = SORTED_POINTS) restrict writeonly buffer SortedPoints { vec4 sorted_points[]; };
layout(std430, binding = SORTED_VELOCITIES) restrict writeonly buffer SortedVelocities { vec4 sorted_velocities[]; };
layout(location = PARTICLES) uniform uint particles;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= particles) return;
    uint slot = starts[places[i].x] + places[i].y;
    ids[slot] = i;
    sorted_points[slot] = points[i];
    sorted_velocities[slot] = velocities[i];
}
