#version 430
// A ring without the %.
// expect: out-of-bounds ring A
// buffer 0: 1 zero
// buffer 1: 32 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint head; };
layout(std430, binding = 1) writeonly buffer B { uint ring[]; };
void main()
{
#if BUG
    uint at = atomicAdd(head, 1u);
    ring[at] = gl_LocalInvocationIndex; // A
#else
    uint at = atomicAdd(head, 1u);
    if (at < 32u) ring[at] = gl_LocalInvocationIndex;
#endif
}
