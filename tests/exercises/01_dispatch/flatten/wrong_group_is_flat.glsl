// says: expected
    uvec3 g = gl_WorkGroupID, n = gl_NumWorkGroups, l = gl_LocalInvocationID, s = gl_WorkGroupSize;
    return ((g.z * n.y + g.y) * n.x + g.x) * (s.x * s.y) + l.y * s.x + l.x; // no depth
