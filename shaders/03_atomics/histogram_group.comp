#version 430 core
// `group`: two phases. Each group counts in shared memory, and then adds what it has found to the
// buffer, one atomicAdd a bin.
// Limit: a group counts four samples an invocation, and then adds up to 256 bins.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Samples { uint samples[]; }; // four in a word
layout(std430, binding = 1) restrict buffer Histogram { uint histogram[]; };      // planes x BINS
layout(location = 0) uniform uint count; // samples in a plane
layout(location = 1) uniform uint plane_words;

shared uint bins[BINS];

#include "03_atomics/linear.glsl"

void main()
{
    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP) bins[bin] = 0u;
    barrier(); // no invocation counts before all bins are empty

    uint i = linear_index(), plane = gl_WorkGroupID.z;
    if (i < plane_words) {
        uint word = samples[plane * plane_words + i];
        for (uint k = 0u; k < 4u; k++)
            if (4u * i + k < count) atomicAdd(bins[word >> 8u * k & 255u], 1u);
    }
    barrier(); // no invocation adds to the buffer before all have counted

    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP)
        if (bins[bin] > 0u) atomicAdd(histogram[plane * BINS + bin], bins[bin]);
}
