#version 430 core
// `atomic`: one atomic addition for each number, all to the same word.
// Limit: one word takes one addition at a time; everybody queues for it.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer From { uint from[]; };
layout(std430, binding = 1) restrict buffer Sum { uint sum; }; // 0 at first
layout(location = 0) uniform uint count;

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint i = group * GROUP + gl_LocalInvocationIndex;
    if (i < count) atomicAdd(sum, from[i]);
}
