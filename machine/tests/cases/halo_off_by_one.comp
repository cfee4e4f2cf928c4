#version 430
// A tile with a halo of one on each side, but only the place for one.
// expect: out-of-bounds tile A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint a[]; };
layout(std430, binding = 1) writeonly buffer Out { uint b[]; };
#if BUG
shared uint tile[65];
#else
shared uint tile[66];
#endif
void main()
{
    uint i = gl_LocalInvocationID.x;
    tile[i + 1u] = a[i];
    if (i == 0u) tile[0] = a[63];
    if (i == 63u) tile[i + 2u] = a[0]; // A
    barrier();
    b[i] = tile[i] + tile[i + 1u];
}
