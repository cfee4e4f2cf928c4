#version 430
// A tile with a halo, read before the neighbours have written it.
// expect: race tile A B
// also: undefined-value b
// groups: 4 1 1
// buffer 0: 256 iota
// buffer 1: 256 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint a[]; };
layout(std430, binding = 1) writeonly buffer Out { uint b[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationID.x;
    tile[i] = a[gl_GlobalInvocationID.x]; // A
#if !BUG
    barrier();
#endif
    b[gl_GlobalInvocationID.x] = tile[(i + 1u) % 64u]; // B
}
