#version 430 core
// Task: a scan in each work group. Each of its GROUP numbers becomes the sum of all numbers of the group up to
// itself: 3 1 7 0 becomes 3 4 11 11. It goes in rounds. In the first, every invocation adds what the one before
// it has; in the second, what the one two places before it has; then four, and so on.
// Write the rounds in the gap, then run: ./wb check 5.scan_group
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
    barrier(); // the first round reads what others have loaded
    // --- your lines from here ---
    for (uint reach = 1u; reach < GROUP; reach *= 2u) {
        uint before = me >= reach ? tile[me - reach] : 0u;
        barrier(); // all have read before one of them adds
        tile[me] += before;
        barrier(); // all have added before one of them reads
    }
    // --- to here ---
    if (i < count) to[i] = tile[me];
}

// --- as shipped ---
//     // A start: no round, so each number is its own sum.
