#version 430 core
// `append_scan`: the place inside the group is the number of those kept before: a scan of ones and zeros
// (lesson 02) in shared memory, without atomics. The list keeps the order within each group.
// That of the groups is left to chance: to keep it too takes a scan over everything (lesson 05).
// Limit: log2(GROUP) rounds with a barrier() each, for every group.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Length { uint length; };
layout(std430, binding = 2) restrict writeonly buffer List { uint list[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it are kept

shared uint sums[GROUP];
shared uint first;

#include "03_atomics/linear.glsl"

// The sum of the ones up to this invocation's own, by Hillis and Steele.
uint scan(uint one)
{
    uint local = gl_LocalInvocationIndex, sum = one;
    for (uint reach = 1u; reach < GROUP; reach *= 2u) {
        sums[local] = sum;
        barrier(); // all sums of this round are there
        if (local >= reach) sum += sums[local - reach];
        barrier(); // all have read them
    }
    return sum;
}

void main()
{
    uint i = linear_index();
    bool keep = i < count && values[i] < limit;
    uint sum = scan(uint(keep));

    if (gl_LocalInvocationIndex == GROUP - 1) first = atomicAdd(length, sum); // the last has the total
    barrier(); // the group knows where its run begins

    if (keep) list[first + sum - 1u] = i;
}
