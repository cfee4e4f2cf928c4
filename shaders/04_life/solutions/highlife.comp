#version 430 core
// Task: HighLife, B36/S23. A dead cell is born with 3 living neighbours, and with 6, too; a living one stays alive
// with 2 or 3, as before. Change the line in the gap, then run: ./wb check 4.highlife
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; }; // alive: > 0
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/rule.glsl"
#include "04_life/neighbours.glsl"

// Whether a cell is alive in the next generation.
bool lives_on(bool alive, int neighbours)
{
    // --- your lines from here ---
    return neighbours == 3 || (alive ? neighbours == 2 : neighbours == 6);
    // --- to here ---
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;
    int i = p.y * size.x + p.x;
    next[i] = remember(cells[i], lives_on(cells[i] > 0, neighbours_of(p)));
}

// --- as shipped ---
//     return neighbours == 3 || (alive && neighbours == 2);
