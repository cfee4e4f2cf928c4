#version 430 core
// Grid, 1 of 5: sets the counters of all cells to zero.
// Limit: memory, at full speed: four counters a store.
#include "grid/slots.h"

layout(local_size_x = GRID_GROUP) in;

layout(std430, binding = GRID_COUNTS) restrict writeonly buffer Counts { uvec4 counts[]; };
layout(location = GRID_VECTORS) uniform uint vectors; // how many uvec4 `counts` has

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < vectors) counts[i] = uvec4(0u);
}
