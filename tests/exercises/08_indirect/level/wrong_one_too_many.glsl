// says: take 0
uint births_now() { return min(births, most - min(now.living, most)); }

uvec3 groups_for(uint count)
{
    uint groups = count / uint(GROUP * EACH) + 1u;
    uint rows = (groups + uint(LIMIT) - 1u) / uint(LIMIT);
    return uvec3((groups + rows - 1u) / rows, rows, 1u);
}
