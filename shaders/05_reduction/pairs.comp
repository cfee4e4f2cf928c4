#version 430 core
// The sum as a tree, one level: node j is the sum of nodes 2j and 2j + 1; the numbers are the nodes
// from TERMS to 2 TERMS - 1. The first node of a level is the sum of the first 2, 4, 8, ... numbers.
#include "05_reduction/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = NODES) restrict buffer Tree { float tree[]; };
layout(std430, binding = RESULTS) restrict writeonly buffer Results { double results[]; };
layout(location = FIRST) uniform uint first; // the level's first node, which is also how many it has

void main()
{
    uint j = first + gl_GlobalInvocationID.x;
    if (j >= 2u * first) return;
    float sum = tree[2u * j] + tree[2u * j + 1u];
    tree[j] = sum;
    if (j == first) results[4 * (findMSB(uint(TERMS) / first) - 1) + TREE] = double(sum);
}
