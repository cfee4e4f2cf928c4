#version 430 core
// Bitonic sort: the levels of a merge that stay inside a block of BLOCK pairs, in shared memory.
// Limit: reads and writes every pair, for the log2(BLOCK) levels of one merge.
#pragma optionNV(unroll all)
layout(local_size_x = GROUP) in;

#include "sort/block.glsl"

void main()
{
    load_block();
    // No barrier: the rows of the first merge are at least GROUP pairs long, so each invocation goes on
    // with the eight pairs that it loaded
    merge_in_block(LOG2_BLOCK, false);
    store_block();
}
