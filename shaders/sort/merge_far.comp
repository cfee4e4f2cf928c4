#version 430 core
// Bitonic sort: up to three levels of a merge whose partners are farther apart than a block. Each
// invocation holds eight pairs in registers.
// Limit: reads and writes every pair for three levels.
#pragma optionNV(unroll all)
layout(local_size_x = GROUP) in;

#include "sort/eight.glsl"

layout(std430, binding = 2) restrict buffer Keys { uint keys[]; };
layout(std430, binding = 3) restrict buffer Values { uint values[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint log2_size; // of the runs, whose first levels these are
layout(location = 2) uniform uint levels;    // 1 to 3
layout(location = 3) uniform bool mirrored;  // the runs' halves are sorted

uint place(uint slot)
{
    uint first = gl_WorkGroupID.x * GROUP * (8u >> levels);
    uint set = first + gl_LocalInvocationIndex + (slot >> levels) * GROUP;
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
