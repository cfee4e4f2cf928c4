#version 430 core
// Task: scatter. The count has left each particle's cell and its rank there, the scan the first slot of each cell:
// starts[cell]. A particle's number goes into a slot of its own, among those of its cell.
// Change the line in the gap, then run: ./wb check 7.scatter
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
    // --- your lines from here ---
    uint slot = starts[0] + i; // a start: as they came, whatever their cell
    // --- to here ---
    ids[slot] = i;
}
