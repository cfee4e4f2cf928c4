#version 430 core
// Task 1.4: a copy of volume.comp with one line changed. The box of 11 x 7 x 3 elements has groups of
// 4 x 4 x 1. Some of its elements hold the ids of an invocation that is not theirs. Find the line,
// and mend it. Then run: ./wb check 1.edge
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y, local_size_z = LOCAL_Z) in;

layout(std430, binding = 0) restrict writeonly buffer Ids { uvec4 ids[]; };
layout(std430, binding = 1) restrict writeonly buffer Dispatched { uvec4 dispatched; };
layout(location = 0) uniform uvec3 size;

void main()
{
    // --- your lines from here ---
    uvec3 p = gl_GlobalInvocationID;
    uint i = (p.z * size.y + p.y) * size.x + p.x;
    if (all(lessThan(p, size))) ids[i] = uvec4(gl_WorkGroupID, gl_LocalInvocationIndex);
    // --- to here ---

    if (gl_GlobalInvocationID == uvec3(0))
        dispatched = uvec4(gl_NumWorkGroups, LOCAL_X * LOCAL_Y * LOCAL_Z);
}

// --- as shipped ---
//     uvec3 p = gl_GlobalInvocationID;
//     uint i = (p.z * size.y + p.y) * size.x + p.x;
//     if (i < size.x * size.y * size.z) ids[i] = uvec4(gl_WorkGroupID, gl_LocalInvocationIndex);
