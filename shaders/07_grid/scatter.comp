#version 430 core
// The plain build, 4 of 4: puts each particle's number into its slot. Within a cell, the order is another in
// every run.
// Limit: one write of four bytes a particle, to a place that no neighbour in the group writes near.
#include "07_grid/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = PLACES) restrict readonly buffer Places { uvec2 places[]; }; // cell, rank
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = IDS) restrict writeonly buffer Ids { uint ids[]; };
layout(location = PARTICLES) uniform uint particles;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= particles) return;
    uint cell = places[i].x, rank = places[i].y;
    ids[starts[cell] + rank] = i;
}
