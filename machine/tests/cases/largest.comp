#version 430
// The largest value by comparing and writing.
// expect: race largest A A
// buffer 0: 64 random
// buffer 1: 1 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint largest; };
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    if (a[i] > largest) largest = a[i]; // A
#else
    atomicMax(largest, a[i]);
#endif
}
