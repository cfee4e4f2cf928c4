// says: expected
    uvec3 p = gl_GlobalInvocationID, n = gl_NumWorkGroups * gl_WorkGroupSize;
    return (p.z * n.y + p.y) * n.x + p.x;
