#version 430
// expect: undefined-arithmetic - A
// buffer 0: 16 iota
layout(local_size_x = 16) in;
layout(std430, binding = 0) buffer Data { uint a[]; };
void main()
{
    uint i = gl_LocalInvocationIndex;
#if BUG
    a[i] = 100u / a[i]; // A
#else
    a[i] = 100u / max(a[i], 1u);
#endif
}
