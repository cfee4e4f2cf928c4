// says: loads
void main()
{
    uvec2 best = uvec2(0u, 0xFFFFFFFFu);
    for (uint i = gl_WorkGroupID.x; i < count; i += gl_NumWorkGroups.x) {
        uvec2 one = candidate(i);
        if (one.x > best.x || (one.x == best.x && one.y < best.y)) best = one;
    }
    if (gl_LocalInvocationIndex == 0u) to[gl_WorkGroupID.x] = best;
}
