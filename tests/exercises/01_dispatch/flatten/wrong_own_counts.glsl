// says: expected
    uvec3 g = gl_WorkGroupID, n = gl_NumWorkGroups, s = gl_WorkGroupSize;
    uint group = g.z * n.z + g.y * n.y + g.x; // rows as long as there are rows
    return group * (s.x * s.y * s.z) + gl_LocalInvocationIndex;
