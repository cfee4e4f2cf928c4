// Version 6: a team of LANES invocations for each particle. Each visits every LANES-th candidate of a
// run, and at the end they add up what they have. With few particles the GPU has invocations to
// spare, and what took long was one of them visiting 200 candidates, one after the other.
// Limit: with many particles, no invocation is to spare, and the team's overhead is left.
#if VERSION == TEAM
shared vec4 team_shares[TEAMS * LANES];

uint team() // the particle's number
{
    return gl_WorkGroupID.x * uint(TEAMS) + gl_LocalInvocationID.y;
}

uint lane()
{
    return gl_LocalInvocationID.x;
}

void visit_run(uint begin, uint end)
{
    for (uint j = begin + lane(); j < end; j += uint(LANES)) visit(j);
}

// The sum over the team, in the order of its lanes, so that it is the same in every run. All
// invocations of the work group come here, also those without a particle.
vec3 team_sum(vec3 share)
{
    team_shares[gl_LocalInvocationIndex] = vec4(share, 0.0);
    barrier(); // all shares are there
    precise vec3 sum = vec3(0.0);
    for (uint l = 0u; l < uint(LANES); l++) sum += team_shares[gl_LocalInvocationID.y * uint(LANES) + l].xyz;
    return sum;
}
#endif
