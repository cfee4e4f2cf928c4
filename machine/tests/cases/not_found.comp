#version 430
// -1 for what was not found becomes an index.
// expect: out-of-bounds b A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { uint a[]; };
layout(std430, binding = 1) buffer B { uint b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
    int at = -1;
    for (int k = 0; k < 32; k++)
        if (a[k] == i) at = k;
#if BUG
    b[at] = i; // A
#else
    if (at >= 0) b[at] = i;
#endif
}
