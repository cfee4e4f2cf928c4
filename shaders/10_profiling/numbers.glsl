// Which element is an invocation's. The groups are a list that is folded into rows, because x alone may not
// have room for so many.
uint my_element()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return group * GROUP + gl_LocalInvocationIndex;
}

// One round of arithmetic on four numbers: a multiplication and an addition of whole numbers, exact
// on every machine. The compiler cannot foresee the result, and so cannot leave rounds out.
uvec4 next_number(uvec4 x) { return x * 1664525u + 1013904223u; }
