#version 430 core
// `sequential`: the same tree folded the other way: the upper half is added to the lower, so those who
// add stand next to each other.
// Limit: half of the invocations do nothing but load one number.
layout(local_size_x = GROUP) in;

#include "05_reduction/levels.glsl"
#include "05_reduction/tree.glsl"

void main()
{
    uint sum = tree_sum(number(group_index() * GROUP + gl_LocalInvocationIndex));
    write_sum(sum, GROUP);
}
