// The scan of a tile's rows: a row is one number of every invocation that is scanned together, as
// in tile.glsl. All of the GROUP invocations of a work group call it, and a barrier() lies between
// two calls.
// With SUBGROUPS, a subgroup is taken for a full run of consecutive indices. The extension does not
// promise that; for groups of one dimension all drivers keep to it.
#include "scan/group_sum.glsl"

#if SUBGROUPS
shared uint subgroup_totals[GROUP / 4]; // no driver has subgroups of fewer than 4

// `values` are an invocation's numbers, one in each of its rows; `before` becomes the sum of all
// numbers of the tile before each of them, and `total` the sum of all.
void scan_rows(uint values[VECTORS], out uint before[VECTORS], out uint total)
{
    uint own = 0u; // the sum of the subgroup's rows so far
    for (uint k = 0u; k < VECTORS; k++) {
        before[k] = own + subgroupExclusiveAdd(values[k]);
        own += subgroupAdd(values[k]);
    }
    if (subgroupElect()) subgroup_totals[gl_SubgroupID] = own;
    barrier(); // everybody reads the totals of all subgroups
    uint before_subgroup = 0u;
    total = 0u;
    for (uint s = 0u; s < gl_NumSubgroups; s++) {
        if (s == gl_SubgroupID) before_subgroup = total;
        total += subgroup_totals[s];
    }
    for (uint k = 0u; k < VECTORS; k++) before[k] += before_subgroup;
}
#else
shared uint row_sums[VECTORS][2 * GROUP];

// The same. Hillis and Steele's scan, of all rows at once. The two halves of row_sums take turns, so
// that one barrier a round is enough: who is a round ahead writes to the half that nobody reads.
void scan_rows(uint values[VECTORS], out uint before[VECTORS], out uint total)
{
    uint i = gl_LocalInvocationIndex, from = 0u, sums[VECTORS] = values;
    for (uint reach = 1u; reach < GROUP; reach *= 2u) {
        for (uint k = 0u; k < VECTORS; k++) row_sums[k][from + i] = sums[k];
        barrier(); // everybody reads the sums of the invocation `reach` before it
        for (uint k = 0u; k < VECTORS; k++)
            if (i >= reach) sums[k] += row_sums[k][from + i - reach];
        from = GROUP - from;
    }
    for (uint k = 0u; k < VECTORS; k++) row_sums[k][from + i] = sums[k];
    barrier(); // everybody reads the last one's
    total = 0u;
    for (uint k = 0u; k < VECTORS; k++) {
        before[k] = total + sums[k] - values[k];
        total += row_sums[k][from + GROUP - 1u];
    }
}
#endif
