// A team of LANES invocations for each particle. Each takes every LANES-th row of cells, and at
// the end they add up what they have. With few particles the GPU has invocations to spare, and what took
// long was one of them going through 25 rows, one after the other.
// The members of a team are not neighbours: neighbours in the work group are neighbours in the water, which
// look at the same row, at almost the same candidates, for the same number of rounds.
// Limit: arithmetic for candidates that are too far away; with few particles, the grid's passes.
shared vec4 team_shares[LANES * TEAMS];

uint team() // the particle's number
{
    return gl_WorkGroupID.x * uint(TEAMS) + gl_LocalInvocationID.x;
}

uint lane()
{
    return gl_LocalInvocationID.y;
}

// [sum]
// The sum over the team, in the order of its lanes, so that it is the same in every run. All
// invocations of the work group come here, also those without a particle.
vec4 team_sum(vec4 share)
{
    team_shares[gl_LocalInvocationIndex] = share;
    barrier(); // all shares are there
    precise vec4 sum = vec4(0.0);
    for (uint l = 0u; l < uint(LANES); l++) sum += team_shares[l * uint(TEAMS) + gl_LocalInvocationID.x];
    return sum;
}

vec3 team_sum(vec3 share)
{
    return team_sum(vec4(share, 0.0)).xyz;
}
// [/sum]
