#version 430 core
// Task: mend it. The sum of 64 numbers is right; that of 65 is far too large. All of a group have to come to
// the tree, whose barriers wait for all.
// Mend the line in the gap, then run: ./wb check 5.filler
layout(local_size_x = GROUP) in;

#include "05_reduction/levels.glsl"
#include "05_reduction/tree.glsl"

void main()
{
    uint i = group_index() * GROUP + gl_LocalInvocationIndex;
    // --- your lines from here ---
    uint value = from[min(i, count - 1u)];
    // --- to here ---
    write_sum(tree_sum(value), GROUP);
}
