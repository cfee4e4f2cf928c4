#version 430 core
// Task: cells that see further, from blank pages. This is one of them, the kernel; the other is
// lessons/04_life/tasks/wide.c, which dispatches it. A cell counts the living in the square around it, up to
// RADIUS cells away in each direction, itself included, and next_wide(cell, living) says what becomes of it.
// The grid is a torus, and may be smaller than the square: then cells count more than once. A group has
// WIDE_X x WIDE_Y = 32 x 8 invocations and loads each cell that it needs once, together, into shared memory.
// Write both, then run: ./wb check 4.wide
// --- your lines from here ---
layout(local_size_x = WIDE_X, local_size_y = WIDE_Y) in;

layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/wide.glsl" // next_wide()

const int SIDE_X = WIDE_X + 2 * RADIUS, SIDE_Y = WIDE_Y + 2 * RADIUS;
shared int tile[SIDE_Y][SIDE_X];

// The position on the torus, from however far outside.
int wrap_around(int position, int length)
{
    while (position < 0) position += length;
    return position % length;
}

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * ivec2(WIDE_X, WIDE_Y) - RADIUS;
    for (int i = int(gl_LocalInvocationIndex); i < SIDE_X * SIDE_Y; i += WIDE_X * WIDE_Y) {
        int x = i % SIDE_X, y = i / SIDE_X;
        tile[y][x] = cells[wrap_around(corner.y + y, size.y) * size.x + wrap_around(corner.x + x, size.x)];
    }
    barrier(); // all read what others have loaded

    ivec2 p = ivec2(gl_GlobalInvocationID.xy), inside = ivec2(gl_LocalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return; // only now: all of a group must reach barrier()
    int living = 0;
    for (int y = 0; y <= 2 * RADIUS; y++)
        for (int x = 0; x <= 2 * RADIUS; x++) living += int(tile[inside.y + y][inside.x + x] > 0);
    next[p.y * size.x + p.x] = next_wide(tile[inside.y + RADIUS][inside.x + RADIUS], living);
}
// --- to here ---

// --- as shipped ---
// layout(local_size_x = WIDE_X, local_size_y = WIDE_Y) in;
//
// #include "04_life/wide.glsl" // next_wide()
//
// void main() {}
