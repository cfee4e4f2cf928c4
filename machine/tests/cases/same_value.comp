#version 430
// All invocations write the same flag.
// expect: race-same-value found A A
// buffer 0: 64 iota
// buffer 1: 1 one
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint a[]; };
layout(std430, binding = 1) writeonly buffer Out { uint found; };
void main()
{
#if BUG
    if (a[gl_LocalInvocationIndex] < 10u) found = 1u; // A
#else
    if (a[gl_LocalInvocationIndex] == 5u) found = 1u;
#endif
}
