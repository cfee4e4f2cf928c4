uint births_now()
{
    if (now.living >= most) return 0u;
    uint room = most - now.living;
    return births < room ? births : room;
}

uvec3 groups_for(uint count)
{
    if (count == 0u) return uvec3(0u); // in no direction
    uint invocations = (count - 1u) / uint(EACH) + 1u, groups = (invocations - 1u) / uint(GROUP) + 1u;
    return uvec3(min(groups, uint(LIMIT)), (groups - 1u) / uint(LIMIT) + 1u, 1u);
}
