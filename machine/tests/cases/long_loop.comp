#version 430
// One invocation goes round a loop 70,000 times: llvmpipe leaves it after 65,535.
// expect: long-loop - A
// buffer 0: 1 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint a[]; };
void main()
{
    uint sum = 0u;
#if BUG
    if (gl_LocalInvocationIndex == 0u)
        for (uint k = 0u; k < 70000u; k++) sum += k & 1u; // A
#else
    for (uint k = 0u; k < 1000u; k++) sum += k & 1u;
#endif
    atomicAdd(a[0], sum);
}
