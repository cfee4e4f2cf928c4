// The sum of all invocations' values, in log2(GROUP) rounds: each halves the number of values, the
// upper half added to the lower. Whole subgroups have nothing more to do, and they are done.
shared uint tile[GROUP];

uint tree_sum(uint value)
{
    uint me = gl_LocalInvocationIndex;
    tile[me] = value;
    RECORD(1u, value);
    barrier(); // the first round reads what others have written
    for (uint reach = GROUP / 2u; reach > 0u; reach /= 2u) {
        if (me < reach) tile[me] += tile[me + reach];
        RECORD(GROUP / reach, tile[me]);
        barrier(); // and so does each round after it: all invocations come here, adding or not
    }
    return tile[0];
}
