// The number of this invocation, in a dispatch whose groups may lie in several rows.
uint invocation()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return group * uint(GROUP) + gl_LocalInvocationID.x;
}
