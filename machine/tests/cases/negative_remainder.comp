#version 430
// A torus with %: the left neighbour of column 0 is -1 % n.
// expect: undefined-arithmetic - A
// buffer 0: 16 iota
// buffer 1: 16 zero
layout(local_size_x = 16) in;
layout(std430, binding = 0) readonly buffer In { int a[]; };
layout(std430, binding = 1) writeonly buffer Out { int b[]; };
void main()
{
    int i = int(gl_LocalInvocationIndex);
#if BUG
    b[i] = a[abs((i - 1) % 16)]; // A
#else
    b[i] = a[(i + 15) % 16];
#endif
}
