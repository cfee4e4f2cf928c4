#version 430
// Counters in shared memory that were not set to 0.
// expect: undefined-value count A
// buffer 0: 1 zero
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint total; };
shared uint count;
void main()
{
#if !BUG
    if (gl_LocalInvocationIndex == 0u) count = 0u;
    barrier();
#endif
    atomicAdd(count, 1u); // A
    barrier();
    if (gl_LocalInvocationIndex == 0u) total = count;
}
