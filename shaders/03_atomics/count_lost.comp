#version 430 core
// BROKEN: a plain `total += 1` is three things: read, add, write. Here they are written apart, with a
// barrier() between, which makes certain what otherwise happens by chance: all invocations of a group
// read before the first one writes, and of their additions one is left.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) coherent buffer Total { uint total; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it count

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index();
    uint old = total;
    barrier(); // everybody has read
    if (i < count && values[i] < limit) total = old + 1u;
}
