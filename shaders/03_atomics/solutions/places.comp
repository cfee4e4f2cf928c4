#version 430 core
// Task: places. To sort samples by their value, you need to know how often each value occurs; and
// for each sample a place among those of the same value: 0, 1, 2 and so on, in whatever order, but each
// of them once. One atomicAdd on the buffer for each sample would do. Yours asks the buffer only once for
// each value that a group has, however many of its samples have it.
// Below, the page is blank. Write the kernel, then run: ./wb check 3.places
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Samples { uint samples[]; };    // four in a word
layout(std430, binding = 1) restrict buffer Histogram { uint histogram[]; };         // planes x BINS, zeros
layout(std430, binding = 2) restrict writeonly buffer Places { uint places[]; };     // one for each sample
layout(location = 0) uniform uint count;       // samples in a plane
layout(location = 1) uniform uint plane_words; // an invocation has one of these words, with up to four samples

#include "03_atomics/linear.glsl" // linear_index(): which one

// The samples of a word, k from 0 to 3, and where they are, among all words or all places.
uint sample_of(uint word, uint k) { return word >> 8u * k & 255u; }
uint word_at(uint plane, uint i) { return plane * plane_words + i; }
uint place_at(uint plane, uint i, uint k) { return 4u * word_at(plane, i) + k; }

// --- your lines from here ---
shared uint bins[BINS], firsts[BINS];

void main()
{
    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP) bins[bin] = 0u;
    barrier(); // all bins are empty

    uint i = linear_index(), plane = gl_WorkGroupID.z;
    uint members = count > 4u * i ? min(count - 4u * i, 4u) : 0u; // how many of the four there are
    uint word = members > 0u ? samples[word_at(plane, i)] : 0u, own[4];
    for (uint k = 0u; k < members; k++) own[k] = atomicAdd(bins[sample_of(word, k)], 1u);
    barrier(); // all have counted

    for (uint bin = gl_LocalInvocationIndex; bin < BINS; bin += GROUP)
        if (bins[bin] > 0u) firsts[bin] = atomicAdd(histogram[plane * BINS + bin], bins[bin]);
    barrier(); // the group knows where its places begin, for each value

    for (uint k = 0u; k < members; k++) places[place_at(plane, i, k)] = firsts[sample_of(word, k)] + own[k];
}
// --- to here ---

// --- as shipped ---
// void main()
// {
//     // A start: the first sample of each word counts, and all say that they are the first of their value.
//     uint i = linear_index(), plane = gl_WorkGroupID.z;
//     if (4u * i >= count) return;
//     atomicAdd(histogram[plane * BINS + sample_of(samples[word_at(plane, i)], 0u)], 1u);
//     places[place_at(plane, i, 0u)] = 0u;
// }
