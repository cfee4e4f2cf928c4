#version 430
// A tile is turned round in place without a barrier() between reading and writing.
// expect: race tile A B
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
shared uint tile[64];
void main()
{
    uint i = gl_LocalInvocationID.x;
    tile[i] = a[i];
    barrier();
    uint other = tile[63u - i]; // A
#if !BUG
    memoryBarrierShared(); // by GLSL barrier() is enough; Mesa 22.3 moves the load behind it
    barrier();
#endif
    tile[i] = other; // B
    barrier();
    b[i] = tile[i];
}
