// says: expected
uint births_now() { return uint(max(int(most) - int(now.living), 0)) == 0u ? 0u : births; }

uvec3 groups_for(uint count)
{
    uint a_group = uint(GROUP * EACH), groups = (count + a_group - 1u) / a_group;
    uint rows = max((groups + uint(LIMIT) - 1u) / uint(LIMIT), 1u);
    return uvec3((groups + rows - 1u) / rows, rows, 1u);
}
