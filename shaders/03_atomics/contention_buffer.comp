#version 430 core
// Every invocation adds one, ROUNDS times, to counters in the buffer: `addresses` of them, `stride`
// words apart. Neighbours take neighbouring counters.
// Limit: what the caches do with additions to one address, and to one cache line.
layout(local_size_x = GROUP) in;

layout(std430, binding = 1) restrict buffer Counters { uint counters[]; }; // addresses x stride
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint addresses;
layout(location = 2) uniform uint stride; // in words

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index();
    if (i >= count) return;
    for (uint k = 0u; k < ROUNDS; k++) atomicAdd(counters[(i + k) % addresses * stride], 1u);
}
