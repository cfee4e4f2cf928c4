#version 430 core
// Task: count. Each particle adds 1 to the counter of its cell, and keeps its rank: how many of the cell came
// before it. cell_of() says in which column and row of cells a point is, cell_index() which counter that is;
// both are in grid/grid.glsl. The counters are 0 at first.
// Write the lines in the gap, then run: ./wb check 7.count
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
    // --- your lines from here ---
    uint cell = 0u, rank = counts[cell] + i; // a start: all in the first cell, and nothing is counted
    // --- to here ---
    places[i] = uvec2(cell, rank);
}
