#version 430
// Of a tile with a halo the corners stay unwritten.
// expect: undefined-value b A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
shared uint tile[10][10];
void main()
{
    uvec2 l = gl_LocalInvocationID.xy;
    uint v = a[l.y * 8u + l.x];
    tile[l.y + 1u][l.x + 1u] = v;
    if (l.x == 0u) tile[l.y + 1u][0] = v;
    if (l.x == 7u) tile[l.y + 1u][9] = v;
    if (l.y == 0u) tile[0][l.x + 1u] = v;
    if (l.y == 7u) tile[9][l.x + 1u] = v;
#if !BUG
    if (l.x % 7u == 0u && l.y % 7u == 0u) tile[l.y == 0u ? 0u : 9u][l.x == 0u ? 0u : 9u] = v;
#endif
    barrier();
    uint sum = 0u;
    for (uint y = 0u; y < 3u; y++)
        for (uint x = 0u; x < 3u; x++) sum += tile[l.y + y][l.x + x];
    b[l.y * 8u + l.x] = sum; // A
}
