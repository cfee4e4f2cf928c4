// says: the limit in one dimension
uint births_now() { return min(births, most - min(now.living, most)); }

uvec3 groups_for(uint count)
{
    uint a_group = uint(GROUP * EACH);
    return uvec3((count + a_group - 1u) / a_group, 1u, 1u);
}
