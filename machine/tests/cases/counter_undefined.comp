#version 430
// A counter in a buffer that the program has never filled.
// expect: undefined-value count A
// buffer 0: 64 iota
// buffer 1: 1 undefined
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint count; };
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    if (a[i] % 2u == 0u) atomicAdd(count, 1u); // A
#else
    if (i == 0u) count = 0u;
    barrier();
#endif
}
