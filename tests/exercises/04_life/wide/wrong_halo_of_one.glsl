// says: expected
layout(local_size_x = WIDE_X, local_size_y = WIDE_Y) in;

layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/wide.glsl" // next_wide()

const int SIDE_X = WIDE_X + 2, SIDE_Y = WIDE_Y + 2;
shared int tile[SIDE_Y][SIDE_X];

// The position on the torus, from however far outside.
int wrap_around(int position, int length)
{
    while (position < 0) position += length;
    return position % length;
}

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * ivec2(WIDE_X, WIDE_Y) - 1;
    for (int i = int(gl_LocalInvocationIndex); i < SIDE_X * SIDE_Y; i += WIDE_X * WIDE_Y) {
        int x = i % SIDE_X, y = i / SIDE_X;
        tile[y][x] = cells[wrap_around(corner.y + y, size.y) * size.x + wrap_around(corner.x + x, size.x)];
    }
    barrier(); // everybody reads what others have loaded

    ivec2 p = ivec2(gl_GlobalInvocationID.xy), inside = ivec2(gl_LocalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return; // only now: all of a group must reach barrier()
    int living = 0;
    for (int y = 0; y <= 2 * RADIUS; y++)
        for (int x = 0; x <= 2 * RADIUS; x++) living += int(tile[min(inside.y + y, SIDE_Y - 1)][min(inside.x + x, SIDE_X - 1)] > 0);
    next[p.y * size.x + p.x] = next_wide(tile[inside.y + 1][inside.x + 1], living);
}
