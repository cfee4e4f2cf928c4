#version 430
// A tile is transposed through shared memory without a barrier().
// expect: race tile A B
// also: undefined-value b
// buffer 0: 256 iota
// buffer 1: 256 zero
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
shared uint tile[16][17];
void main()
{
    uvec2 at = gl_LocalInvocationID.xy;
    tile[at.y][at.x] = a[at.y * 16u + at.x]; // A
#if !BUG
    barrier();
#endif
    b[at.y * 16u + at.x] = tile[at.x][at.y]; // B
}
