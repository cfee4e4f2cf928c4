#version 430 core
// `count_group`: two phases. The group counts in a shared variable, and one invocation adds that to the
// buffer: one atomic on the buffer for GROUP values.
// Limit: inside a group, every value that counts is still an atomic on the same shared address.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Total { uint total; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it count

shared uint found;

#include "03_atomics/linear.glsl"

void main()
{
    if (gl_LocalInvocationIndex == 0u) found = 0u; // shared memory holds anything at first
    barrier();                                     // no invocation counts before that

    uint i = linear_index();
    if (i < count && values[i] < limit) atomicAdd(found, 1u);
    barrier(); // all have counted

    if (gl_LocalInvocationIndex == 0u) atomicAdd(total, found);
}
