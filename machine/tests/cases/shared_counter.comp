#version 430
// A histogram of the group: += on shared counters loses increments.
// expect: race-lost-update bins A A
// buffer 0: 256 random
// buffer 1: 16 zero
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer In { uint values[]; };
layout(std430, binding = 1) buffer Out { uint counts[]; };
shared uint bins[16];
void main()
{
    uint i = gl_LocalInvocationIndex;
    if (i < 16u) bins[i] = 0u;
    barrier();
#if BUG
    bins[values[i] % 16u] += 1u; // A
#else
    atomicAdd(bins[values[i] % 16u], 1u);
#endif
    barrier();
    if (i < 16u) counts[i] = bins[i];
}
