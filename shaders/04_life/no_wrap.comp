#version 430 core
// BROKEN: takes what lies beyond the edge for dead, where the torus goes on.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/rule.glsl"

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;

    int neighbours = 0;
    for (int y = max(p.y - 1, 0); y <= min(p.y + 1, size.y - 1); y++)
        for (int x = max(p.x - 1, 0); x <= min(p.x + 1, size.x - 1); x++)
            if (ivec2(x, y) != p) neighbours += int(cells[y * size.x + x] > 0);

    int i = p.y * size.x + p.x;
    next[i] = next_cell(cells[i], neighbours);
}
