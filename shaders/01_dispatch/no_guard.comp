#version 430 core
// BROKEN: line.comp without its guard. The idle invocations of the last group write behind the list.
layout(local_size_x = LOCAL_X) in;

layout(std430, binding = 0) restrict writeonly buffer Ids { uvec4 ids[]; };
layout(std430, binding = 1) restrict writeonly buffer Dispatched { uvec4 dispatched; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    ids[i] = uvec4(gl_WorkGroupID, gl_LocalInvocationIndex); // BROKEN: whatever i is

    if (i == 0) dispatched = uvec4(gl_NumWorkGroups, gl_WorkGroupSize.x);
}
