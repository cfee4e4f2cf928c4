#version 430 core
// The primes among the numbers of each work group: found by one invocation each, counted together.
#include "scan/group_sum.glsl"

layout(std430, binding = 0) restrict writeonly buffer Counts { uint counts[]; };
layout(location = 0) uniform uint count; // of numbers, from 0 on

bool is_prime(uint n)
{
    for (uint d = 2u; d * d <= n; d++) {
        if (n % d == 0u) return false;
    }
    return n >= 2u;
}

void main()
{
    uint n = gl_GlobalInvocationID.x;
    uint primes = group_sum(n < count && is_prime(n) ? 1u : 0u);
    if (gl_LocalInvocationIndex == 0u) counts[gl_WorkGroupID.x] = primes;
}
