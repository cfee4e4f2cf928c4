#version 430
// The counter is set to 0 while others already count.
// expect: race-atomic-and-plain count A B
// also: undefined-value count
// buffer 0: 1 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Out { uint total; };
shared uint count;
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i == 0u) count = 0u; // A
#if !BUG
    barrier();
#endif
    atomicAdd(count, 1u); // B
    barrier();
    if (i == 0u) total = count;
}
