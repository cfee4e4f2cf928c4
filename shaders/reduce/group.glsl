// The sum and the largest over a work group of REDUCE_GROUP invocations, a power of two: lesson 05's tree
// for four numbers at a time. The order of the additions is fixed, so the sum is the same in every run.
// All invocations of the group come here; those with nothing to add bring the neutral element: 0 for a
// sum, and for the largest something that is small enough. All get the result. Before a second
// call, put a barrier(): until then, others may still read the first result.
shared vec4 group_parts[REDUCE_GROUP];

vec4 group_sum(vec4 mine)
{
    uint me = gl_LocalInvocationIndex;
    group_parts[me] = mine;
    for (uint others = REDUCE_GROUP / 2u; others > 0u; others /= 2u) {
        barrier(); // the round before is over
        if (me < others) group_parts[me] += group_parts[me + others];
    }
    barrier(); // the last round is over
    return group_parts[0];
}

vec4 group_largest(vec4 mine)
{
    uint me = gl_LocalInvocationIndex;
    group_parts[me] = mine;
    for (uint others = REDUCE_GROUP / 2u; others > 0u; others /= 2u) {
        barrier(); // the round before is over
        if (me < others) group_parts[me] = max(group_parts[me], group_parts[me + others]);
    }
    barrier(); // the last round is over
    return group_parts[0];
}
