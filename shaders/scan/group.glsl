// Sums over the GROUP invocations of a work group, in the order of gl_LocalInvocationIndex. All of
// them call, and a barrier() lies between two calls of the same function.
// With SUBGROUPS, a subgroup is taken for a full run of consecutive indices. The extension does not
// promise that; for groups of one dimension all drivers keep to it.
#include "scan/group_sum.glsl"

#if SUBGROUPS
shared uvec4 subgroup_totals[GROUP / 4]; // no driver has subgroups of fewer than 4

// For each component: the sum of the values before this one; `total`: of all.
uvec4 group_scan(uvec4 value, out uvec4 total)
{
    uvec4 sum = subgroupInclusiveAdd(value);
    if (gl_SubgroupInvocationID == gl_SubgroupSize - 1u) subgroup_totals[gl_SubgroupID] = sum;
    barrier(); // everybody reads the totals of all subgroups
    uvec4 before = sum - value;
    total = uvec4(0u);
    for (uint s = 0u; s < gl_NumSubgroups; s++) {
        if (s == gl_SubgroupID) before += total;
        total += subgroup_totals[s];
    }
    return before;
}
#else
shared uvec4 group_sums[2 * GROUP];

// For each component: the sum of the values before this one; `total`: of all.
// Hillis and Steele's scan. The two halves of group_sums take turns, so that one barrier a round is
// enough: who is a round ahead writes to the half that nobody reads.
uvec4 group_scan(uvec4 value, out uvec4 total)
{
    uint i = gl_LocalInvocationIndex, from = 0u;
    uvec4 sum = value;
    for (uint reach = 1u; reach < GROUP; reach *= 2u) {
        group_sums[from + i] = sum;
        barrier(); // everybody reads the sum of the invocation `reach` before it
        if (i >= reach) sum += group_sums[from + i - reach];
        from = GROUP - from;
    }
    group_sums[from + i] = sum;
    barrier(); // everybody reads the last one's
    total = group_sums[from + GROUP - 1u];
    return sum - value;
}
#endif
