#version 430
// Neighbours in a group exchange values through a buffer: barrier() alone is not enough.
// expect: race-no-memory-barrier a A B
// buffer 0: 64 zero
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) coherent buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
    a[i] = i; // A
#if !BUG
    memoryBarrierBuffer();
#endif
    barrier();
    b[i] = a[63u - i]; // B
}
