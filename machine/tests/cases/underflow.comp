#version 430
// i - 1u of the first element is a very large number.
// expect: out-of-bounds a A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    b[i] = a[i - 1u]; // A
#else
    b[i] = i > 0u ? a[i - 1u] : 0u;
#endif
}
