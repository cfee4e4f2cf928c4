// says: expected
    uvec3 g = gl_WorkGroupID, n = gl_NumWorkGroups;
    return ((g.z * n.y + g.y) * n.x + g.x) * 64u + gl_LocalInvocationIndex; // 8 x 8 x 1, as in the preset
