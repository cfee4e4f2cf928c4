// says: never written
    uvec3 l = gl_LocalInvocationID, s = gl_WorkGroupSize;
    return (l.z * s.y + l.y) * s.x + l.x;
