// says: expected
    uvec3 g = gl_WorkGroupID, n = gl_NumWorkGroups, s = gl_WorkGroupSize;
    uvec3 last = n - 1u; // the largest id, not how many there are
    return ((g.z * last.y + g.y) * last.x + g.x) * (s.x * s.y * s.z) + gl_LocalInvocationIndex;
