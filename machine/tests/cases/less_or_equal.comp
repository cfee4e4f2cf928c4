#version 430
// <= where < is meant: one element more than there are.
// expect: out-of-bounds a A
// buffer 0: 16 iota
// buffer 1: 1 zero
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer In { uint a[]; };
layout(std430, binding = 1) writeonly buffer Out { uint total; };
void main()
{
    uint sum = 0u, n = uint(a.length());
#if BUG
    for (uint i = 0u; i <= n; i++) sum += a[i]; // A
#else
    for (uint i = 0u; i < n; i++) sum += a[i];
#endif
    total = sum;
}
