#version 430 core
// `atomic`: one atomic addition for each number, all to the same word.
// Limit: one word takes one addition at a time; all invocations queue for it.
#include "05_reduction/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = FROM) restrict readonly buffer From { uint from[]; };
layout(std430, binding = TO) restrict buffer Sum { uint sum; }; // 0 at first
layout(location = COUNT) uniform uint count;

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint i = group * GROUP + gl_LocalInvocationIndex;
    if (i < count) atomicAdd(sum, from[i]);
}
