#version 430 core
// `waves`: no game, but water in a tray, by Verlet's scheme. Where a cell goes next follows from where it is, where it was a
// generation before, and how far its neighbours are above it. So a dispatch reads two buffers and writes a third.
// Limit: memory, 12 bytes a cell.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };   // heights now,
layout(std430, binding = 2) restrict readonly buffer Before { int before[]; }; // a generation ago,
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };    // and in the next one
layout(location = 0) uniform ivec2 size;

#include "04_life/torus.glsl"

int height_at(ivec2 p)
{
    p = wrap(p, size);
    return cells[p.y * size.x + p.x];
}

// A quarter, towards 0: the same for hills and valleys.
int quarter_of(int slope)
{
    return sign(slope) * int(uint(abs(slope)) / 4u);
}

// [main]
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return; // the last groups reach over the edge

    int i = p.y * size.x + p.x;
    int above = height_at(p + ivec2(1, 0)) + height_at(p - ivec2(1, 0)) + height_at(p + ivec2(0, 1)) + height_at(p - ivec2(0, 1));
    next[i] = 2 * cells[i] - before[i] + quarter_of(above - 4 * cells[i]);
}
// [/main]
