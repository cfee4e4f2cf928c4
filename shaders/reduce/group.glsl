// The sum and the largest over a work group of REDUCE_GROUP invocations, a power of two: lesson 05's tree
// for four numbers at a time. The order of the additions is fixed, so the sum is the same in every run.
// All invocations of the group come here; those with nothing to add bring the neutral element: 0 for a
// sum, and for the largest something that is small enough. All get the result.
// Each may be called once. Before a second call, barrier(): somebody may still read the first's result.
shared vec4 group_sums[REDUCE_GROUP], group_most[REDUCE_GROUP];

vec4 group_sum(vec4 mine)
{
    uint me = gl_LocalInvocationIndex;
    group_sums[me] = mine;
    for (uint others = REDUCE_GROUP / 2u; others > 0u; others /= 2u) {
        barrier(); // the round before is over
        if (me < others) group_sums[me] += group_sums[me + others];
    }
    barrier(); // the last round is over
    return group_sums[0];
}

vec4 group_largest(vec4 mine)
{
    uint me = gl_LocalInvocationIndex;
    group_most[me] = mine;
    for (uint others = REDUCE_GROUP / 2u; others > 0u; others /= 2u) {
        barrier(); // the round before is over
        if (me < others) group_most[me] = max(group_most[me], group_most[me + others]);
    }
    barrier(); // the last round is over
    return group_most[0];
}
