#version 430
// % by a length that can be 0.
// expect: undefined-arithmetic - A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    b[i] = 100u % a[i]; // A
#else
    b[i] = a[i] > 0u ? 100u % a[i] : 0u;
#endif
}
