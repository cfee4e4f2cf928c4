// says: expected
    uvec3 g = gl_WorkGroupID, n = gl_NumWorkGroups, s = gl_WorkGroupSize;
    return (g.y * n.x + g.x) * (s.x * s.y * s.z) + gl_LocalInvocationIndex;
