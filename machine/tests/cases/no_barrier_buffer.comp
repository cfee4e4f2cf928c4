#version 430
// A memory barrier makes values visible, but no invocation waits for them.
// expect: race a A B
// buffer 0: 64 zero
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
    a[i] = i; // A
    memoryBarrierBuffer();
#if !BUG
    barrier();
#endif
    b[i] = a[63u - i]; // B
}
