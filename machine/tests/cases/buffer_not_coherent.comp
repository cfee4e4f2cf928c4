#version 430
// Ordered and with a memory barrier, but through a buffer that is not coherent.
// expect: race-not-coherent a A B
// buffer 0: 64 zero
// buffer 1: 64 zero
layout(local_size_x = 64) in;
#if BUG
layout(std430, binding = 0) buffer A { uint a[]; };
#else
layout(std430, binding = 0) coherent buffer A { uint a[]; };
#endif
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
    a[i] = i; // A
    memoryBarrierBuffer();
    barrier();
    b[i] = a[63u - i]; // B
}
