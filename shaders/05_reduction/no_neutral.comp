#version 430 core
// BROKEN: an invocation beyond the end loads the last number, not the neutral element. That is a good
// way to keep out of trouble for a maximum; in a sum, the last number counts many times.
layout(local_size_x = GROUP) in;

#include "05_reduction/levels.glsl"
#include "05_reduction/tree.glsl"

void main()
{
    uint i = group_index() * GROUP + gl_LocalInvocationIndex;
    uint sum = tree_sum(from[min(i, count - 1u)]);
    write_sum(sum, GROUP);
}
