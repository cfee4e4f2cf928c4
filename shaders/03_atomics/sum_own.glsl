// Each invocation takes SUM_ITEMS reals, GROUP apart, so that neighbours read neighbours.
uint real_index(uint k)
{
    return (linear_group() * SUM_ITEMS + k) * GROUP + gl_LocalInvocationIndex;
}
