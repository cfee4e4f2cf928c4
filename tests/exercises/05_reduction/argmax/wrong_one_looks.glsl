// says: work on average
const uvec2 NOBODY = uvec2(0u, 0xFFFFFFFFu); // loses against everybody

shared uvec2 tile[GROUP];

uvec2 better(uvec2 a, uvec2 b)
{
    if (a.x != b.x) return a.x > b.x ? a : b;
    return a.y < b.y ? a : b;
}

void main()
{
    uint me = gl_LocalInvocationIndex;
    uvec2 best = NOBODY;
    for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * GROUP)
        best = better(best, candidate(i));
    tile[me] = best;
    barrier(); // the first round reads what others have found
    for (uint k = 1u; me == 0u && k < GROUP; k++) tile[0] = better(tile[0], tile[k]);
    if (me == 0u) to[gl_WorkGroupID.x] = tile[0];
}
