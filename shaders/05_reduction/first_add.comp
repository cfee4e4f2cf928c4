#version 430 core
// `first_add`: the first addition happens while loading: half as many groups, and none idle in the
// first round.
// Limit: one or two loads of 4 bytes under way in each invocation; memory can deliver more.
layout(local_size_x = GROUP) in;

#include "05_reduction/levels.glsl"
#include "05_reduction/tree.glsl"

void main()
{
    uint i = group_index() * (2u * GROUP) + gl_LocalInvocationIndex;
    uint sum = tree_sum(number(i) + number(i + GROUP));
    write_sum(sum, 2u * GROUP);
}
