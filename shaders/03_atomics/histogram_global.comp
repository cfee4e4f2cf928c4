#version 430 core
// `global`: one atomicAdd on the buffer for every sample.
// Limit: all groups of the device queue for 256 addresses of one buffer.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Samples { uint samples[]; }; // four in a word
layout(std430, binding = 1) restrict buffer Histogram { uint histogram[]; };      // planes x BINS
layout(location = 0) uniform uint count; // samples in a plane
layout(location = 1) uniform uint plane_words;

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index(), plane = gl_WorkGroupID.z;
    if (i >= plane_words) return;
    uint word = samples[plane * plane_words + i];
    for (uint k = 0u; k < 4u; k++)
        if (4u * i + k < count) atomicAdd(histogram[plane * BINS + (word >> 8u * k & 255u)], 1u);
}
