#version 430
// More invocations than elements, and no guard.
// expect: out-of-bounds b A
// groups: 2 1 1
// buffer 0: 100 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { uint b[]; };
void main()
{
    uint i = gl_GlobalInvocationID.x;
#if BUG
    b[i] = i; // A
#else
    if (i < uint(b.length())) b[i] = i;
#endif
}
