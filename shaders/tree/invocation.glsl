// Work groups are in rows: OpenGL promises no more than 65,535 in one.
uint tree_invocation()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
}
