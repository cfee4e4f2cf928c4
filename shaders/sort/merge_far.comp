#version 430 core
// Bitonic sort: up to three levels of a merge whose partners are farther apart than a block. Each
// invocation holds eight pairs in registers.
// Limit: reads and writes every pair for three levels.
#include "sort/slots.h"
#pragma optionNV(unroll all)
layout(local_size_x = SORT_FAR_GROUP) in;

#include "sort/eight.glsl"

layout(std430, binding = SORT_TO_KEYS) restrict buffer Keys { uint keys[]; };
layout(std430, binding = SORT_TO_VALUES) restrict buffer Values { uint values[]; };
layout(location = SORT_COUNT) uniform uint count;
layout(location = SORT_LOG2_SIZE) uniform uint log2_size; // of the runs, whose first levels these are
layout(location = SORT_LEVELS) uniform uint levels;       // 1 to 3
layout(location = SORT_MIRRORED) uniform bool mirrored;   // the runs' halves are sorted

uint place(uint slot)
{
    uint first = gl_WorkGroupID.x * SORT_FAR_GROUP * (8u >> levels);
    uint set = first + gl_LocalInvocationIndex + (slot >> levels) * SORT_FAR_GROUP;
    return place_in_run(set, slot, log2_size, levels, mirrored);
}

void main()
{
    uvec2 pairs[8];
    for (uint s = 0u; s < 8u; s++) {
        uint i = place(s);
        pairs[s] = i < count ? uvec2(keys[i], values[i]) : BEYOND;
    }
    merge_pairs(pairs, levels, mirrored);
    for (uint s = 0u; s < 8u; s++) {
        uint i = place(s);
        if (i >= count) continue;
        keys[i] = pairs[s].x;
        values[i] = pairs[s].y;
    }
}
