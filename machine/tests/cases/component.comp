#version 430
// A vector has no component 4.
// expect: out-of-bounds v A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
    uvec4 v = uvec4(a[i]);
#if BUG
    uint k = i % 5u;
#else
    uint k = i % 4u;
#endif
    v[k] = 1u; // A
    b[i] = v.x + v.w;
}
