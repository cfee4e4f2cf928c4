// says: expected
    uvec3 g = gl_WorkGroupID, n = gl_NumWorkGroups, s = gl_WorkGroupSize;
    return ((g.x * n.y + g.y) * n.z + g.z) * (s.x * s.y * s.z) + gl_LocalInvocationIndex;
