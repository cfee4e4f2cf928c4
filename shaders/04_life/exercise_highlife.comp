#version 430 core
// Exercise: HighLife. It is Conway's Life with one more way to be born, B36/S23: a dead cell comes
// alive with three living neighbours, or with six; a living one stays alive with two or three.
// Write the rule in the gap, then run: ./wb check 4
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/neighbours.glsl"

// Whether a cell is alive in the next generation.
bool lives_on(bool alive, int neighbours)
{
    // --- your lines from here ---
    return alive; // nobody is born, nobody dies
    // --- to here ---
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;

    int i = p.y * size.x + p.x;
    bool alive = lives_on(cells[i] > 0, neighbours_of(p));
    // What a cell remembers is as in rule.glsl.
    if (alive)
        next[i] = min(max(cells[i], 0) + 1, MAX_AGE);
    else
        next[i] = cells[i] > 0 ? -TRAIL : min(cells[i] + 1, 0);
}
