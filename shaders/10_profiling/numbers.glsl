// Which element is an invocation's. The groups are a list that is folded into rows, because x alone may not
// have room for that many.
uint my_element()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return group * GROUP + gl_LocalInvocationIndex;
}

// One round of arithmetic on four numbers: a multiplication and an addition of whole numbers, exact
// on every machine. The compiler cannot foresee the result, and so cannot leave rounds out.
uvec4 next_number(uvec4 x) { return x * 1664525u + 1013904223u; }

// A place from 0 to count - 1 that depends on all of x: x * count / 2^32, without a division.
uint place_of(uint x, uint count)
{
    uint high, low;
    umulExtended(x, count, high, low);
    return high;
}
