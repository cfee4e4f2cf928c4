#version 430 core
// Radix sort, first dispatch of a pass: each group counts how often each digit comes in its tile.
// Limit: reads every key once more than a sort that finds the counts as it goes.
#include "sort/slots.h"
#pragma optionNV(unroll all)
layout(local_size_x = GROUP) in;

layout(std430, binding = SORT_FROM_KEYS) restrict readonly buffer Keys { uint keys[]; };
// RADIX rows of one count for each tile: all tiles' zeros, all tiles' ones, ... In this order, the
// sum of what stands before a count is where the keys that it counts go.
layout(std430, binding = SORT_COUNTS) restrict writeonly buffer Counts { uint counts[]; };

#include "sort/tile.glsl"

const uint COPIES = 4u; // of the counters: equal keys would make all invocations wait for one
shared uint counters[COPIES * RADIX];

void main()
{
    uint t = gl_LocalInvocationIndex;
    for (uint d = t; d < COPIES * RADIX; d += GROUP) counters[d] = 0u;
    barrier(); // all are zero before one counts

    // First all reads, then all additions: or each addition would wait for its own read. Beyond the
    // end the last key is read again: reads under a condition took a fifth longer on an H100.
    uint tile = gl_WorkGroupID.x, first = first_in(tile), n = count_in(tile);
    uint held[ITEMS], copy = t % COPIES * RADIX;
    for (uint i = 0u; i < ITEMS; i++) held[i] = keys[first + min(i * GROUP + t, n - 1u)];
    for (uint i = 0u; i < ITEMS; i++)
        if (i * GROUP + t < n) atomicAdd(counters[copy + digit_of(held[i])], 1u);
    barrier(); // all are counted

    if (t < RADIX) {
        uint sum = 0u;
        for (uint c = 0u; c < COPIES; c++) sum += counters[c * RADIX + t];
        counts[t * gl_NumWorkGroups.x + tile] = sum;
    }
}
