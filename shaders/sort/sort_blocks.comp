#version 430 core
// Bitonic sort, first dispatch: each group sorts its block of BLOCK pairs in shared memory.
// Limit: waiting for one another, log2(BLOCK)^2 / 6 times.
#pragma optionNV(unroll all)
layout(local_size_x = GROUP) in;

#include "sort/block.glsl"

void main()
{
    load_block();
    barrier(); // all read what others loaded

    // Runs of eight, in registers.
    uvec2 pairs[8];
    uint first = gl_LocalInvocationIndex * 8u;
    for (uint s = 0u; s < 8u; s++) pairs[s] = block[padded(first + s)];
    order_ones(pairs);
    mirror_fours(pairs);
    order_ones(pairs);
    mirror_eights(pairs);
    order_twos(pairs);
    order_ones(pairs);
    for (uint s = 0u; s < 8u; s++) block[padded(first + s)] = pairs[s];
    barrier(); // the first merge reads two runs

    for (uint log2_size = 4u; log2_size <= LOG2_BLOCK; log2_size++) merge_in_block(log2_size, true);
    store_block();
}
