#version 430 core
// `global`: one invocation a cell, all nine cells read from the buffer.
// Limit: every cell is read nine times, by nine invocations; the caches must catch it.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/rule.glsl"
#include "04_life/neighbours.glsl"

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return; // the last groups reach over the edge

    int i = p.y * size.x + p.x;
    next[i] = next_cell(cells[i], neighbours_of(p));
}
