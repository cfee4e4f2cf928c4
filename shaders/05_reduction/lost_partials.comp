#version 430 core
// BROKEN: takes a second level for the last one. It is dispatched with as many groups as the sums of
// the first level need, and each of them adds up its own; but only the first writes what it has.
layout(local_size_x = GROUP) in;

#include "05_reduction/levels.glsl"
#include "05_reduction/tree.glsl"

void main()
{
    uint sum = tree_sum(number(group_index() * GROUP + gl_LocalInvocationIndex));
    if (group_index() == 0u && gl_LocalInvocationIndex == 0u) to[0] = sum;
}
