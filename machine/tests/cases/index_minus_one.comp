#version 430
// The left neighbour of the first element.
// expect: out-of-bounds a A
// buffer 0: 64 iota
// buffer 1: 64 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { int a[]; };
layout(std430, binding = 1) writeonly buffer Out { int b[]; };
void main()
{
    int i = int(gl_GlobalInvocationID.x);
#if BUG
    b[i] = a[i] - a[i - 1]; // A
#else
    b[i] = a[i] - a[max(i - 1, 0)];
#endif
}
