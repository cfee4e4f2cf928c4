#version 430 core
// Exercise: the histogram in two phases. The group first counts its samples in `bins`, which is
// shared, and then adds its bins to the buffer: 256 atomics on the buffer instead of 4 an invocation.
// Write both phases in the gap, then run: ./wb check 3
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Samples { uint samples[]; }; // four in a word
layout(std430, binding = 1) restrict buffer Histogram { uint histogram[]; };      // planes x BINS
layout(location = 0) uniform uint count; // samples in a plane
layout(location = 1) uniform uint plane_words;

shared uint bins[BINS];

#include "03_atomics/linear.glsl"

// Sample k of four in a word.
uint sample_of(uint word, uint k) { return word >> 8u * k & 255u; }

void main()
{
    uint i = linear_index(), plane = gl_WorkGroupID.z;
    uint word = i < plane_words ? samples[plane * plane_words + i] : 0u;
    uint members = count > 4u * i ? min(count - 4u * i, 4u) : 0u; // how many of the four there are

    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP) bins[bin] = 0u;
    // --- your lines from here ---
    barrier(); // all bins are empty

    for (uint k = 0u; k < members; k++) atomicAdd(bins[sample_of(word, k)], 1u);
    barrier(); // all have counted

    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP)
        if (bins[bin] > 0u) atomicAdd(histogram[plane * BINS + bin], bins[bin]);
    // --- to here ---
}
