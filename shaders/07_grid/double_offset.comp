#version 430 core
// BROKEN: the counters of this scatter began at the cells' offsets, so what atomicAdd() returned is a
// slot already. Adding the offset again puts cell c at twice its place, and half of all particles
// beyond the end. (Here they are left out, where they would overwrite what lies there.) No two meet in
// a slot; but how the particles of a cell lie depends on their ranks, and those are not in order. So
// the search may meet others in every run.
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
    uint offset = starts[places[i].x];
    uint counter = offset + places[i].y; // what atomicAdd() returned
    uint slot = offset + counter;        // BROKEN: counter alone was right
    if (slot < particles) ids[slot] = i;
}
