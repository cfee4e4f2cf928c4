#version 430
// The last column of a tile in two dimensions.
// expect: out-of-bounds tile A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
shared uint tile[8][8];
void main()
{
    uvec2 l = gl_LocalInvocationID.xy;
    tile[l.y][l.x] = a[l.y * 8u + l.x];
    barrier();
#if BUG
    b[l.y * 8u + l.x] = tile[l.y][l.x + 1u]; // A
#else
    b[l.y * 8u + l.x] = tile[l.y][min(l.x + 1u, 7u)];
#endif
}
