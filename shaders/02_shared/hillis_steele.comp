#version 430 core
// Scan, `hillis_steele`: in level d, each element adds the one 2^d before it. Two copies
// take turns, because a level reads what another invocation of the same level overwrites.
// Limit: log2(BLOCK) additions for every element, where one would do.
layout(local_size_x = BLOCK) in;

#include "02_shared/scan.glsl"

shared uint sums[2][BLOCK];

void main()
{
    uint lane = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
    uint sum = value_at(i), from = 0u, level = 0u;
    sums[from][lane] = sum;
    RECORD(level, lane, sum);
    barrier(); // each level reads what others have written in the one before

    for (uint distance = 1u; distance < BLOCK; distance *= 2u) {
        if (lane >= distance) sum += sums[from][lane - distance];
        from = 1u - from;
        sums[from][lane] = sum;
        RECORD(++level, lane, sum);
        barrier();
    }
    // These sums include the element itself; those of the neighbour before it do not.
    uint before = lane > 0u ? sums[from][lane - 1u] : 0u;
    RECORD(level + 1u, lane, before);
    if (i < n) scan[i] = before;
}
