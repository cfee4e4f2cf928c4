#version 430
// A loop with a barrier() that each invocation runs a different number of times.
// expect: barrier-divergence - A
// buffer 0: 32 zero
layout(local_size_x = 32) in;
layout(std430, binding = 0) buffer Data { uint a[]; };
shared uint s[32];
void main()
{
    uint i = gl_LocalInvocationID.x;
    s[i] = i;
#if BUG
    uint rounds = 1u + i % 3u;
#else
    uint rounds = 3u;
#endif
    for (uint r = 0u; r < rounds; r++) barrier(); // A
    a[i] = s[i];
}
