#version 430 core
// The same additions to counters in shared memory; then the group adds its own to the buffer.
// Limit: what the shared memory does with additions to one address, and to one bank; and, with many
// addresses, adding them to the buffer.
layout(local_size_x = GROUP) in;

layout(std430, binding = 1) restrict buffer Counters { uint counters[]; }; // addresses x stride
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint addresses;
layout(location = 2) uniform uint stride; // in words

shared uint own[SHARED_WORDS];

#include "03_atomics/linear.glsl"

void main()
{
    for (uint a = gl_LocalInvocationIndex; a < addresses; a += GROUP) own[a * stride] = 0u;
    barrier(); // all counters are empty

    uint i = linear_index();
    if (i < count)
        for (uint k = 0u; k < ROUNDS; k++) atomicAdd(own[(i + k) % addresses * stride], 1u);
    barrier(); // all have added

    for (uint a = gl_LocalInvocationIndex; a < addresses; a += GROUP)
        if (own[a * stride] > 0u) atomicAdd(counters[a * stride], own[a * stride]);
}
