#version 430 core
// `count_spread`, second dispatch: one group, one counter an invocation.
// Limit: a dispatch of its own, for a quarter of a thousand additions.
layout(local_size_x = COUNTERS) in;

layout(std430, binding = 0) restrict readonly buffer Counters { uint counters[]; }; // COUNTERS x SPACING
layout(std430, binding = 1) restrict writeonly buffer Total { uint total; };

shared uint sum;

void main()
{
    if (gl_LocalInvocationIndex == 0u) sum = 0u;
    barrier(); // the sum starts from nothing
    atomicAdd(sum, counters[gl_LocalInvocationIndex * SPACING]);
    barrier(); // all have added
    if (gl_LocalInvocationIndex == 0u) total = sum;
}
