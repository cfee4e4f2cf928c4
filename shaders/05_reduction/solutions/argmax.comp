#version 430 core
// Task: find the largest number and its place. There are two levels. On the first, each group finds the
// largest number of its share, and writes it with its place. On the second, one group does the same with
// what those have found. The kernel is the same on both. If numbers are equal, the smaller place counts.
// A number may have any of its 32 bits set. There are at most 1,024 groups, so an invocation may have
// several numbers to look at, or none.
// The page below is blank. Write the kernel, then run: ./wb check 5.argmax
#include "05_reduction/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = FROM) restrict readonly buffer From { uint from[]; };
layout(std430, binding = TO) restrict writeonly buffer To { uvec2 to[]; }; // number, place: one for each group
layout(location = COUNT) uniform uint count; // of candidates on this level
layout(location = LEVEL) uniform uint level; // 0: `from` holds numbers; 1: candidates

// Candidate i of this level, from 0 to count - 1: a number and its place among all numbers.
uvec2 candidate(uint i) { return level == 0u ? uvec2(from[i], i) : uvec2(from[2u * i], from[2u * i + 1u]); }

// --- your lines from here ---
const uvec2 NOTHING = uvec2(0u, 0xFFFFFFFFu); // loses against all others

shared uvec2 tile[GROUP];

uvec2 better(uvec2 a, uvec2 b)
{
    if (a.x != b.x) return a.x > b.x ? a : b;
    return a.y < b.y ? a : b;
}

void main()
{
    uint me = gl_LocalInvocationIndex;
    uvec2 best = NOTHING;
    for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * GROUP)
        best = better(best, candidate(i));
    tile[me] = best;
    barrier(); // the first round reads what others have found
    for (uint reach = GROUP / 2u; reach > 0u; reach /= 2u) {
        if (me < reach) tile[me] = better(tile[me], tile[me + reach]);
        barrier(); // each round reads what the one before has found
    }
    if (me == 0u) to[gl_WorkGroupID.x] = tile[0];
}
// --- to here ---

// --- as shipped ---
// void main()
// {
//     // A start: each group takes the first candidate of its share for the largest.
//     if (gl_LocalInvocationIndex == 0u) to[gl_WorkGroupID.x] = candidate(gl_GlobalInvocationID.x);
// }
