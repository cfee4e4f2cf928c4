// says: expected
    uvec3 g = gl_WorkGroupID, n = gl_NumWorkGroups;
    uint group = (g.z * n.y + g.y) * n.x + g.x;
    return gl_LocalInvocationIndex * (n.x * n.y * n.z) + group;
