// says: error
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
    uint i = gl_GlobalInvocationID.x;
    do {
        best = better(best, candidate(i));
        i += gl_NumWorkGroups.x * GROUP;
    } while (i < count);
    tile[me] = best;
    barrier(); // the first round reads what others have found
    for (uint reach = GROUP / 2u; reach > 0u; reach /= 2u) {
        if (me < reach) tile[me] = better(tile[me], tile[me + reach]);
        barrier(); // each round reads what the one before has found
    }
    if (me == 0u) to[gl_WorkGroupID.x] = tile[0];
}
