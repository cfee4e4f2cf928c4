// The groups for `count` invocations: ceil(count / GROUP), as (x, y, 1). One row is enough up to LIMIT
// groups; more lie in rows of equal length, and the last row may reach a few groups too far. For
// nothing to do there are no groups: (0, 1, 1).
uvec3 groups_for(uint count)
{
    uint groups = (count + uint(GROUP) - 1u) / uint(GROUP);
    uint rows = max((groups + uint(LIMIT) - 1u) / uint(LIMIT), 1u);
    return uvec3((groups + rows - 1u) / rows, rows, 1u);
}
