#version 430 core
// Task: let a group agree first. Its invocations count in `found`, which is theirs alone, and one of them adds that
// to the buffer: one atomic on the buffer for the whole group. All of a group come to the gap.
// Write the three lines, then run: ./wb check 3.agree
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Total { uint total; }; // 0 when the dispatch begins
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it count

shared uint found;

#include "03_atomics/linear.glsl"

void main()
{
    if (gl_LocalInvocationIndex == 0u) found = 0u;
    barrier(); // no invocation counts before that

    uint i = linear_index();
    bool counts = i < count && values[i] < limit;
    // --- your lines from here ---
    if (counts) atomicAdd(found, 1u);
    barrier(); // all have counted
    if (gl_LocalInvocationIndex == 0u) atomicAdd(total, found);
    // --- to here ---
}

// --- as shipped ---
//     if (counts && gl_LocalInvocationIndex == 0u) atomicAdd(total, 1u); // a start: the first of the group alone
