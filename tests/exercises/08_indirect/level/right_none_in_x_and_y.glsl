uint births_now() { return min(births, most - min(now.living, most)); }

uvec3 groups_for(uint count)
{
    uint a_group = uint(GROUP * EACH), groups = (count + a_group - 1u) / a_group;
    uint rows = (groups + uint(LIMIT) - 1u) / uint(LIMIT);
    return uvec3(min(groups, uint(LIMIT)), rows, 1u); // (0, 0, 1) for nobody
}
