#version 430 core
// `count_one`: one invocation a value, and one counter for all of them.
// Limit: every value that counts is an atomic on the same address.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Total { uint total; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it count

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index();
    if (i < count && values[i] < limit) atomicAdd(total, 1u);
}
