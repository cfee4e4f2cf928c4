// says: expected
uint births_now() { return min(births, most - min(now.living, most)); }

uvec3 groups_for(uint count)
{
    uint a_group = uint(GROUP * EACH), groups = (count + a_group - 1u) / a_group;
    uint layers = max((groups + uint(LIMIT) - 1u) / uint(LIMIT), 1u);
    return uvec3((groups + layers - 1u) / layers, 1u, layers); // invocation() knows of no z
}
