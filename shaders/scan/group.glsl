// The scan of a tile's rows: a row is one number of every invocation that is scanned together, as
// in tile.glsl. All of the GROUP invocations of a work group call it, and a barrier() lies between
// two calls. SUBGROUPS: the size of subgroups, which have ballots, shuffles and sums; or 0.
// With SUBGROUPS, a subgroup is taken for a full run of consecutive indices. The extension does not
// promise that; for groups of one dimension all drivers keep to it.
#include "scan/slots.h"
#if SUBGROUPS
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#endif
#include "scan/group_sum.glsl"

#if SUBGROUPS
const uint SUBGROUPS_IN_GROUP = GROUP / SUBGROUPS;
shared uint subgroup_totals[SUBGROUPS_IN_GROUP];

// [in_subgroups]
// `values` are an invocation's numbers, one in each of its rows; `before` becomes the sum of all
// numbers of the tile before each of them, and `total` the sum of all.
void scan_rows(uint values[SCAN_VECTORS], out uint before[SCAN_VECTORS], out uint total)
{
    uint own = 0u; // the sum of the subgroup's rows so far
    for (uint k = 0u; k < SCAN_VECTORS; k++) {
        uint sum = subgroupInclusiveAdd(values[k]);
        before[k] = own + sum - values[k];
        own += subgroupShuffle(sum, SUBGROUPS - 1u); // the last one's
    }
    if (subgroupElect()) subgroup_totals[gl_SubgroupID] = own;
    barrier(); // all read the totals of all subgroups
    uint before_subgroup = 0u;
    total = 0u;
    for (uint s = 0u; s < SUBGROUPS_IN_GROUP; s++) {
        if (s == gl_SubgroupID) before_subgroup = total;
        total += subgroup_totals[s];
    }
    for (uint k = 0u; k < SCAN_VECTORS; k++) before[k] += before_subgroup;
}
// [/in_subgroups]
#else
// [in_rounds]
shared uvec4 row_sums[2 * GROUP];

// The same, with one vector for the four rows. Hillis and Steele's scan. The two halves of row_sums
// take turns, so that one barrier a round is enough: one that is a round ahead writes to the half that
// is not read.
void scan_rows(uint values[SCAN_VECTORS], out uint before[SCAN_VECTORS], out uint total)
{
    uint i = gl_LocalInvocationIndex, from = 0u;
    uvec4 value = uvec4(values[0], values[1], values[2], values[3]), sum = value;
    for (uint reach = 1u; reach < GROUP; reach *= 2u) {
        row_sums[from + i] = sum;
        barrier(); // each reads the sum of the invocation `reach` before it
        if (i >= reach) sum += row_sums[from + i - reach];
        from = GROUP - from;
    }
    row_sums[from + i] = sum;
    barrier(); // all read the last one's
    uvec4 totals = row_sums[from + GROUP - 1u];
    total = 0u;
    for (uint k = 0u; k < SCAN_VECTORS; k++) {
        before[k] = total + sum[k] - value[k];
        total += totals[k];
    }
}
// [/in_rounds]
#endif
