// says: expected
    uvec3 g = gl_WorkGroupID, n = gl_NumWorkGroups, l = gl_LocalInvocationID, s = gl_WorkGroupSize;
    uint local = (l.x * s.y + l.y) * s.z + l.z;
    return ((g.z * n.y + g.y) * n.x + g.x) * (s.x * s.y * s.z) + local;
