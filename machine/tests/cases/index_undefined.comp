#version 430
// An index that is only set if something is found.
// expect: undefined-value a A
// also: out-of-bounds a
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) writeonly buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    uint at;
#else
    uint at = 0u;
#endif
    for (uint k = 0u; k < 4u; k++)
        if (a[k] == i) at = k;
    b[i] = a[at]; // A
}
