#version 430 core
// Task: a torus that is twisted at one edge. What leaves on the right comes back on the left, but upside down: the
// cell to the right of the last one in row y is the first one in row size.y - 1 - y. On the left it is the same the
// other way round. Above and below nothing changes.
// Change cell_at() in the gap, then run: ./wb check 4.twist
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; }; // alive: > 0
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/rule.glsl"
#include "04_life/torus.glsl"

// The cell at `q`, which may lie one row or one column outside of the grid.
int cell_at(ivec2 q)
{
    // --- your lines from here ---
    q = wrap(q, size);
    return cells[q.y * size.x + q.x];
    // --- to here ---
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;
    int neighbours = 0;
    for (int k = 0; k < 9; k++)
        if (k != 4 && cell_at(p + ivec2(k % 3, k / 3) - 1) > 0) neighbours++;
    next[p.y * size.x + p.x] = next_cell(cell_at(p), neighbours);
}
