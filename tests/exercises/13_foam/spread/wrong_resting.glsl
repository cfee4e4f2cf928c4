// says: slot 
uint parent_of(uint n)
{
    uint low = 0u, high = uint(particle_count); // it is one of low to high - 1
    while (high - low > 1u) {
        uint middle = (low + high) / 2u;
        if (births_before[middle] <= n) low = middle;
        else high = middle;
    }
    return low;
}

void main()
{
    uint n = gl_GlobalInvocationID.x, last = uint(particle_count) - 1u, all = births_before[last] + births[last];
    if (n == 0u) heads[now()].births = all;
    if (n >= min(all, pool)) return;
    uint k = parent_of(n);
    put_newborn(n, newborn(number_of(k), n - births_before[k], bodies[k].xyz, vec3(1.0, 0.0, 0.0)));
}
