#version 430 core
// Task: mend it. This is the kernel of the variant one_buffer, in which guns fall apart and the picture loses its
// symmetry. The C code around it is right: it binds the cells of this generation to binding 0, room for the next one
// to binding 1, and lets the two change places after each dispatch.
// Find the lines that make the race, mend them, then run: ./wb check 4.mend
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(location = 0) uniform ivec2 size;

// --- your lines from here ---
layout(std430, binding = 0) restrict buffer Cells { int cells[]; };

#include "04_life/rule.glsl"
#include "04_life/neighbours.glsl"

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;
    int i = p.y * size.x + p.x;
    cells[i] = next_cell(cells[i], neighbours_of(p));
}
// --- to here ---
