#version 430
// The guard looks at the length of the wrong buffer.
// expect: out-of-bounds b A
// buffer 0: 64 iota
// buffer 1: 40 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    if (i < uint(a.length())) b[i] = a[i]; // A
#else
    if (i < uint(b.length())) b[i] = a[i];
#endif
}
