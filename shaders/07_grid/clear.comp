#version 430 core
// The plain build, 1 of 4: sets the counters of all cells to zero.
// Limit: memory, a quarter of what it could deliver: 4 bytes a store.
#include "07_grid/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = COUNTS) restrict writeonly buffer Counts { uint counts[]; };
layout(location = COUNTERS) uniform uint counters; // one for each cell, and one behind the last

void main()
{
    uint cell = gl_GlobalInvocationID.x;
    if (cell < counters) counts[cell] = 0u;
}
