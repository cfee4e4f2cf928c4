#version 430 core
// `walk` and `copies`: few groups, which walk over all samples, 16 at a time, so that the second phase
// costs little. `copies` has COPIES counters for each bin: neighbours count in different ones, which
// lie in different banks of the shared memory.
// Limit: an atomic in shared memory for every sample. `copies` pays where equal samples wait for each
// other; hardware that merges those has nothing to gain, and more counters to clear and add up.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Samples { uvec4 samples[]; }; // 16 in a vector
layout(std430, binding = 1) restrict buffer Histogram { uint histogram[]; };       // planes x BINS
layout(location = 0) uniform uint count; // samples in a plane
layout(location = 1) uniform uint plane_words;

shared uint bins[BINS * COPIES]; // the copies of one bin lie side by side

const uint SAMPLES = 16u; // in a vector

void count_sample(uint value)
{
    uint copy = gl_LocalInvocationIndex % COPIES;
    atomicAdd(bins[value * COPIES + copy], 1u);
}

void count_word(uint word)
{
    count_sample(word & 255u);
    count_sample(word >> 8u & 255u);
    count_sample(word >> 16u & 255u);
    count_sample(word >> 24u);
}

// The vectors that are full, with a stride of all invocations; then the samples of the last one.
void count_samples(uint first)
{
    uint start = gl_WorkGroupID.x * GROUP + gl_LocalInvocationIndex;
    uint full = count / SAMPLES;
    for (uint i = start; i < full; i += gl_NumWorkGroups.x * GROUP) {
        uvec4 words = samples[first + i];
        count_word(words.x);
        count_word(words.y);
        count_word(words.z);
        count_word(words.w);
    }
    for (uint k = start; k < count % SAMPLES; k += gl_NumWorkGroups.x * GROUP)
        count_sample(samples[first + full][k / 4u] >> 8u * (k % 4u) & 255u);
}

void main()
{
    for (uint i = gl_LocalInvocationIndex; i < BINS * COPIES; i += GROUP) bins[i] = 0u;
    barrier(); // no invocation counts before all bins are empty

    uint plane = gl_WorkGroupID.z;
    count_samples(plane * plane_words / 4u);
    barrier(); // no invocation adds to the buffer before all have counted

    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP) {
        uint sum = 0u;
        // Each invocation starts with another copy, so that neighbours read from different banks.
        for (uint k = 0u; k < COPIES; k++) sum += bins[bin * COPIES + (bin + k) % COPIES];
        if (sum > 0u) atomicAdd(histogram[plane * BINS + bin], sum);
    }
}
