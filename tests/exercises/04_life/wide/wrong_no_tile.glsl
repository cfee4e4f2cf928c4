// says: loads
layout(local_size_x = WIDE_X, local_size_y = WIDE_Y) in;

layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/wide.glsl" // next_wide()

// The position on the torus, from however far outside.
int wrap_around(int position, int length)
{
    while (position < 0) position += length;
    return position % length;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;
    int living = 0;
    for (int y = -RADIUS; y <= RADIUS; y++)
        for (int x = -RADIUS; x <= RADIUS; x++)
            living += int(cells[wrap_around(p.y + y, size.y) * size.x + wrap_around(p.x + x, size.x)] > 0);
    next[p.y * size.x + p.x] = next_wide(cells[p.y * size.x + p.x], living);
}
