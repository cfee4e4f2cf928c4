    uint before = 0u, stride = gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z;
    for (int axis = 0; axis < 3; axis++) {
        before += gl_WorkGroupID[axis] * stride;
        stride *= gl_NumWorkGroups[axis];
    }
    return before + gl_LocalInvocationIndex;
