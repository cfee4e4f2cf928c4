#version 430 core
// Sets `count` counters to zero, from the first on: a frame that counts starts from nothing.
// Limit: for a few counters, the dispatch itself.
layout(local_size_x = GROUP) in;

layout(std430, binding = 1) restrict writeonly buffer Counters { uint counters[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint first;

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index();
    if (i < count) counters[first + i] = 0u;
}
