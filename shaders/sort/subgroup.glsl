// What the ranking needs of a subgroup of SUBGROUP (32 at most) invocations, in two spellings:
// KHR_shader_subgroup, and the older ARB_shader_ballot, which Mesa's llvmpipe has, so that the tests
// can run the ranking there.
#if SUBGROUPS == 1

uint subgroup_index() { return gl_SubgroupID; }
uint subgroup_lane() { return gl_SubgroupInvocationID; }
uint ballot(bool vote) { return subgroupBallot(vote).x; }
uint value_of_lane(uint value, uint lane) { return subgroupShuffle(value, lane); }
uint sum_of_lower_lanes(uint value) { return subgroupExclusiveAdd(value); }

#else

uint subgroup_index() { return gl_LocalInvocationIndex / SUBGROUP; }
uint subgroup_lane() { return gl_SubGroupInvocationARB; }
uint ballot(bool vote) { return unpackUint2x32(ballotARB(vote)).x; }

uint value_of_lane(uint value, uint lane)
{
    uint result = 0u;
    for (uint l = 0u; l < SUBGROUP; l++) { // the extension reads one lane for all
        uint value_there = readInvocationARB(value, l);
        if (l == lane) result = value_there;
    }
    return result;
}

uint sum_of_lower_lanes(uint value)
{
    uint sum = 0u;
    for (uint l = 0u; l < SUBGROUP; l++) {
        uint value_there = readInvocationARB(value, l);
        if (l < subgroup_lane()) sum += value_there;
    }
    return sum;
}

#endif
