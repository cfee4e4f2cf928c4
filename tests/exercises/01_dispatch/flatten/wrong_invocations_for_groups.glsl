// says: never written
    uvec3 g = gl_WorkGroupID, s = gl_WorkGroupSize, n = gl_NumWorkGroups * s;
    return ((g.z * n.y + g.y) * n.x + g.x) * (s.x * s.y * s.z) + gl_LocalInvocationIndex;
