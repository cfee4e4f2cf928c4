#version 430 core
// `append_group`: the places inside a group come from a shared counter, and one atomic on the buffer gets
// a run of places for the whole group.
// Limit: the places inside a group come one after the other, in an unknown order.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Length { uint length; };
layout(std430, binding = 2) restrict writeonly buffer List { uint list[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it are kept

shared uint found, first;

#include "03_atomics/linear.glsl"

void main()
{
    if (gl_LocalInvocationIndex == 0u) found = 0u;
    barrier(); // the counter is empty

    uint i = linear_index(), place = 0u;
    bool keep = i < count && values[i] < limit;
    if (keep) place = atomicAdd(found, 1u);
    barrier(); // all have their places

    if (gl_LocalInvocationIndex == 0u) first = atomicAdd(length, found);
    barrier(); // the group knows where its run begins

    if (keep) list[first + place] = i;
}
