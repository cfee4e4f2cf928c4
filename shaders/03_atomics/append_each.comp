#version 430 core
// `append_each`: every value that is kept takes the next place in the list: the old value of the list's
// length is the place.
// Limit: one atomic on one address for every value kept, and each has to wait for its answer.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Length { uint length; };
layout(std430, binding = 2) restrict writeonly buffer List { uint list[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it are kept

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index();
    if (i < count && values[i] < limit) list[atomicAdd(length, 1u)] = i;
}
