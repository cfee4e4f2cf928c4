#version 430
// A buffer that is not bound.
// expect: out-of-bounds b A
// buffer 0: 16 iota
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer A { uint a[16]; };
layout(std430, binding = 1) buffer B { uint b[16]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
#if BUG
    b[i] = a[i]; // A
#else
    a[i] = i;
#endif
}
