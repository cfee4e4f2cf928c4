#version 430 core
// BROKEN: `count_group` with a plain `found += 1`, which is three things: read, add, write. Here they are
// written apart, with a barrier() between, which makes certain what otherwise happens by chance: all
// invocations of a group read before the first one writes, and of their additions one is left.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Total { uint total; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it count

shared uint found;

#include "03_atomics/linear.glsl"

void main()
{
    if (gl_LocalInvocationIndex == 0u) found = 0u;
    barrier(); // no invocation counts before that

    uint i = linear_index();
    uint old = found;
    barrier(); // all have read
    if (i < count && values[i] < limit) found = old + 1u;
    barrier(); // all have counted, or think so

    if (gl_LocalInvocationIndex == 0u) atomicAdd(total, found);
}
