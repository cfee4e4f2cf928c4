#version 430
// A float beyond the range of int.
// expect: undefined-arithmetic - A
// buffer 0: 64 float
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) writeonly buffer B { int b[]; };
void main()
{
    uint i = gl_LocalInvocationID.x;
#if BUG
    b[i] = int(a[i] * 1e9); // A
#else
    b[i] = int(min(a[i] * 1e9, 2e9));
#endif
}
