#version 430
// The next tile is loaded over the one that others still add up.
// expect: race tile A B
// buffer 0: 256 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationID.x;
    uint sum = 0u;
    for (uint t = 0u; t < 4u; t++) {
        tile[i] = a[t * 64u + i]; // A
        barrier();
        sum += tile[i] + tile[63u - i]; // B
#if !BUG
        barrier();
#endif
    }
    b[i] = sum;
}
