#version 430 core
// BROKEN: reads and writes one buffer. Whether a neighbour is still of this generation or already of
// the next depends on which invocation came first.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict buffer Cells { int cells[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/rule.glsl"
#include "04_life/neighbours.glsl"

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;
    int i = p.y * size.x + p.x;
    cells[i] = next_cell(cells[i], neighbours_of(p));
}
