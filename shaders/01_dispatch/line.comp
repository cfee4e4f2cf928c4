#version 430 core
// `line`: a list. Every invocation writes down its ids, at its own place in the list.
// Limit: a list has one direction; a picture or a box has two or three.
layout(local_size_x = LOCAL_X) in;

layout(std430, binding = 0) restrict writeonly buffer Ids { uvec4 ids[]; };
layout(std430, binding = 1) restrict writeonly buffer Dispatched { uvec4 dispatched; };
layout(location = 0) uniform uvec3 size; // of the data: the list has size.x elements

void main()
{
    // The same as gl_WorkGroupID.x * gl_WorkGroupSize.x + gl_LocalInvocationID.x
    uint i = gl_GlobalInvocationID.x;
    if (i < size.x) ids[i] = uvec4(gl_WorkGroupID, gl_LocalInvocationIndex);

    // One invocation tells how many there are.
    if (i == 0) dispatched = uvec4(gl_NumWorkGroups, gl_WorkGroupSize.x);
}
