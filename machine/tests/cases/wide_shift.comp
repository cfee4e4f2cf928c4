#version 430
// expect: undefined-arithmetic - A
// buffer 0: 40 iota
layout(local_size_x = 40) in;
layout(std430, binding = 0) buffer Data { uint a[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
#if BUG
    a[i] = 1u << a[i]; // A
#else
    a[i] = 1u << (a[i] & 31u);
#endif
}
