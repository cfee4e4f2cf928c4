// says: 0 particles in the list take 0
uint births_now() { return min(births, most - min(now.living, most)); }

uvec3 groups_for(uint count)
{
    uint a_group = uint(GROUP * EACH), groups = max((count + a_group - 1u) / a_group, 1u);
    uint rows = (groups + uint(LIMIT) - 1u) / uint(LIMIT);
    return uvec3((groups + rows - 1u) / rows, rows, 1u);
}
