#version 430 core
// Scan, naive: Hillis and Steele's over the whole array, a dispatch for each round. The first moves
// all numbers one place on; then every number adds the one 1, 2, 4, 8, ... places before it.
// Limit: log2(n) + 1 rounds, and each reads and writes the whole array.
#include "05_reduction/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = FROM) restrict readonly buffer From { uint from[]; };
layout(std430, binding = TO) restrict writeonly buffer To { uint to[]; };
layout(location = COUNT) uniform uint count;
layout(location = REACH) uniform uint reach; // 0 in the first round

void main()
{
    uint i = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * GROUP + gl_LocalInvocationIndex;
    if (i >= count) return;
    uint sum = 0u;
    if (reach == 0u)
        sum = i > 0u ? from[i - 1u] : 0u;
    else
        sum = from[i] + (i >= reach ? from[i - reach] : 0u);
    to[i] = sum;
}
