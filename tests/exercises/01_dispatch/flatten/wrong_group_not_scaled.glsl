// says: expected
    uvec3 g = gl_WorkGroupID, n = gl_NumWorkGroups;
    return (g.z * n.y + g.y) * n.x + g.x + gl_LocalInvocationIndex;
