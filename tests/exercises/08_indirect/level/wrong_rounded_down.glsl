// says: expected
uint births_now() { return min(births, most - min(now.living, most)); }

uvec3 groups_for(uint count)
{
    uint groups = count / uint(GROUP * EACH);
    uint rows = max((groups + uint(LIMIT) - 1u) / uint(LIMIT), 1u);
    return uvec3((groups + rows - 1u) / rows, rows, 1u);
}
