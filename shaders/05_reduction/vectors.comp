#version 430 core
// `vectors`: many numbers for each invocation, in loads of 16 bytes. Almost all of the additions
// need neither shared memory nor a barrier.
// Limit: reading. What is left of the tree costs a few barriers for each group.
layout(local_size_x = GROUP) in;

#include "05_reduction/vectors.glsl"
#include "05_reduction/tree.glsl"

void main()
{
    uint sum = tree_sum(sum_of_vectors());
    write_sum(sum, NUMBERS);
}
