// says: expected
uint births_now() { return min(births, most - min(now.living, most)); }

uvec3 groups_for(uint count)
{
    uint a_group = uint(GROUP * EACH);
    return uvec3(min((count + a_group - 1u) / a_group, uint(LIMIT)), 1u, 1u);
}
