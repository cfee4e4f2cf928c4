#version 430 core
// Task: find the largest number. This kernel adds up: each group makes one number out of GROUP numbers. The next
// level does the same with those, until one is left. Change the line in the gap, then run: ./wb check 5.largest
#include "05_reduction/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = FROM) restrict readonly buffer From { uint from[]; };
layout(std430, binding = TO) restrict writeonly buffer To { uint to[]; };
layout(location = COUNT) uniform uint count;

shared uint tile[GROUP];

void main()
{
    uint me = gl_LocalInvocationIndex, i = gl_WorkGroupID.x * GROUP + me;
    tile[me] = i < count ? from[i] : 0u;
    barrier();
    for (uint reach = GROUP / 2u; reach > 0u; reach /= 2u) {
        // --- your lines from here ---
        if (me < reach) tile[me] = max(tile[me], tile[me + reach]);
        // --- to here ---
        barrier();
    }
    if (me == 0u) to[gl_WorkGroupID.x] = tile[0];
}

// --- as shipped ---
//         if (me < reach) tile[me] += tile[me + reach];
