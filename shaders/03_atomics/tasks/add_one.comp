#version 430 core
// Task: count how many values are below the limit. There is one invocation for each value, and one counter for
// all. The line in the gap loses most of them. Mend it, then run: ./wb check 3.add_one
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Total { uint total; }; // 0 when the dispatch begins
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it count

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index();
    if (i >= count || values[i] >= limit) return;
    // --- your lines from here ---
    total = total + 1u;
    // --- to here ---
}
