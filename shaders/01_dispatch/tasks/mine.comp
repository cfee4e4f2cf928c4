#version 430 core
// Task 1.2: every invocation of a list writes down its ids, at its own place and nowhere else. Work the
// place out of gl_WorkGroupID.x, gl_WorkGroupSize.x and gl_LocalInvocationID.x: that is all that
// gl_GlobalInvocationID.x is made of. The list has size.x elements; the last group may have
// invocations for which there is none. Then run: ./wb check 1.mine
layout(local_size_x = LOCAL_X) in;

layout(std430, binding = 0) restrict writeonly buffer Ids { uvec4 ids[]; };
layout(std430, binding = 1) restrict writeonly buffer Dispatched { uvec4 dispatched; };
layout(location = 0) uniform uvec3 size; // of the data: the list has size.x elements

void main()
{
    // --- your lines from here ---
    uint i = gl_LocalInvocationID.x; // the same places for every group
    ids[i] = uvec4(gl_WorkGroupID, gl_LocalInvocationIndex);
    // --- to here ---

    if (gl_GlobalInvocationID.x == 0u) dispatched = uvec4(gl_NumWorkGroups, gl_WorkGroupSize.x);
}
