#version 430 core
// Task 1.7: number all invocations of a three-dimensional dispatch, work group by work group. The
// invocations of group (0, 0, 0) get the first numbers, in the order of their local ids, x fastest;
// those of group (1, 0, 0) follow, and so on: along x, then y, then z. Idle ones are numbered too.
// Write the number in the gap, then run: ./wb check 1.flatten
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y, local_size_z = LOCAL_Z) in;

layout(std430, binding = 0) restrict writeonly buffer Ids { uvec4 ids[]; };
layout(std430, binding = 1) restrict writeonly buffer Dispatched { uvec4 dispatched; };

// Out of gl_WorkGroupID, gl_NumWorkGroups, gl_LocalInvocationID and gl_WorkGroupSize.
uint number_of_invocation()
{
    // --- your lines from here ---
    uvec3 g = gl_WorkGroupID, n = gl_NumWorkGroups, l = gl_LocalInvocationID, s = gl_WorkGroupSize;
    uint group = (g.z * n.y + g.y) * n.x + g.x;
    uint local = (l.z * s.y + l.y) * s.x + l.x; // which gl_LocalInvocationIndex gives for nothing
    return group * (s.x * s.y * s.z) + local;
    // --- to here ---
}

void main()
{
    uint i = number_of_invocation();
    if (i < ids.length()) ids[i] = uvec4(gl_WorkGroupID, gl_LocalInvocationIndex);

    if (gl_GlobalInvocationID == uvec3(0))
        dispatched = uvec4(gl_NumWorkGroups, LOCAL_X * LOCAL_Y * LOCAL_Z);
}

// --- as shipped ---
//     return uint(ids.length()); // beyond the last, so that no invocation writes
