#version 430
// One invocation reads the counter while others still count.
// expect: race-atomic-and-plain count A B
// buffer 0: 64 random
// buffer 1: 1 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint a[]; };
layout(std430, binding = 1) writeonly buffer Out { uint total; };
shared uint count;
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) count = 0u;
    barrier();
    if (a[i] % 2u == 0u) atomicAdd(count, 1u); // A
#if !BUG
    barrier();
#endif
    if (i == 0u) total = count; // B
}
