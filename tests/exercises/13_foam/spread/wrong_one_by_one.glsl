// says: found by halving
uint parent_of(uint n)
{
    uint k = 0u;
    for (uint i = 1u; i < uint(particle_count); i++)
        if (births_before[i] <= n) k = i;
    return k;
}

void main()
{
    uint n = gl_GlobalInvocationID.x, last = uint(particle_count) - 1u, all = births_before[last] + births[last];
    if (n == 0u) heads[now()].births = all;
    if (n >= min(all, pool)) return;
    uint k = parent_of(n);
    put_newborn(n, newborn(number_of(k), n - births_before[k], bodies[k].xyz, motions[k].xyz));
}
