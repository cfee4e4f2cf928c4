// One level of a reduction: reads `count` numbers, writes one sum for each work group. The sums are
// the numbers of the next level, until one is left.
#include "05_reduction/slots.h"

layout(std430, binding = FROM) restrict readonly buffer From { uint from[]; };
layout(std430, binding = TO) restrict writeonly buffer To { uint to[]; };
layout(location = COUNT) uniform uint count;

#if RECORDS // for the picture: what shared memory held after each round, in each group of level 1
layout(std430, binding = ROUNDS) restrict writeonly buffer Rounds { uint rounds[]; };

// After round log2(`parts`): each sum is then of `parts` values. 1: what was loaded.
#define RECORD(parts, value) record(uint(findMSB(parts)), value)
#else
#define RECORD(parts, value)
#endif

// More groups than one dimension may have are dispatched in rows: so some at the end may be idle.
uint group_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

#if RECORDS
void record(uint round, uint value)
{
    const uint ROWS = uint(findMSB(GROUP)) + 1u;
    uint row = group_index() * ROWS + round;
    rounds[row * GROUP + gl_LocalInvocationIndex] = value;
}
#endif

// A number of this level; beyond the end 0, which changes no sum: the neutral element of addition.
uint number(uint i) { return i < count ? from[i] : 0u; }

// The first invocation writes the group's sum, if the group had any of the numbers.
void write_sum(uint sum, uint numbers_a_group)
{
    uint group = group_index();
    if (gl_LocalInvocationIndex == 0u && group * numbers_a_group < count) to[group] = sum;
}
