#version 430 core
// Task: the largest of all readings, which are floats, with one atomicMax(). That compares uints, and the bits of
// floats are not in the order of the floats where some are negative. So give each reading a word, in such a way that
// the larger reading has the larger word; atomicMax() finds the largest word. What you write is read back by
//     word >= 0x80000000u ? uintBitsToFloat(word - 0x80000000u) : uintBitsToFloat(~word)
// Write word_of() and the atomic in the gap, then run: ./wb check 3.largest
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Total { uint total; }; // 0 when the dispatch begins
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit;

#include "03_atomics/linear.glsl"

// A reading: negative below the limit.
float reading(uint i) { return (float(values[i]) - float(limit)) / 256.0; }

// --- your lines from here ---
uint word_of(float x) { return floatBitsToUint(x); }

void main()
{
    uint i = linear_index();
    if (i == 0u && i < count) total = word_of(reading(i)); // a start: the first one alone
}
// --- to here ---
