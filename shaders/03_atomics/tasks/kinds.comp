#version 430 core
// Task: kinds. Many values occur several times. Put one index of each kind into the list: of equal values,
// whichever comes first. `table` is for your hash table: it has `slots` words, more than there are kinds, and all
// of them are 0, which no value is. Work groups have `GROUP` invocations, and there is one for each value.
// Below, the page is blank. Write the kernel, then run: ./wb check 3.kinds
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; }; // 1 to 2^24 - 1
layout(std430, binding = 1) restrict buffer Length { uint length; };            // of the list; 0 at first
layout(std430, binding = 2) restrict writeonly buffer List { uint list[]; };
layout(std430, binding = 3) restrict buffer Table { uint table[]; };
layout(location = 0) uniform uint count; // values
layout(location = 1) uniform uint slots; // of the table

#include "03_atomics/linear.glsl" // linear_index(): which value is yours

// --- your lines from here ---
void main()
{
    // A start: a value that differs from the one before; equal ones that are not neighbours are all kept.
    uint i = linear_index();
    if (i < count && (i == 0u || values[i] != values[i - 1u])) list[atomicAdd(length, 1u)] = i;
    if (i < slots) table[i] = 0u;
}
// --- to here ---
