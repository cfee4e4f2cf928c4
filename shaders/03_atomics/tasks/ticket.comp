#version 430 core
// Task: mend it. Every value below the limit should be in the list once, by its index. In what this kernel writes,
// some are there twice, and some places are empty: ./wb check 3.ticket
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Length { uint length; }; // 0 when the dispatch begins
layout(std430, binding = 2) restrict writeonly buffer List { uint list[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it are kept

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index();
    if (i >= count || values[i] >= limit) return;
    // --- your lines from here ---
    atomicAdd(length, 1u);
    uint place = length - 1u;
    list[place] = i;
    // --- to here ---
}
