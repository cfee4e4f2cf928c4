#version 430 core
// Task: scores. The keys are float32, and the largest comes first; 0 and -0 are equal; every NaN, of
// whatever sign, comes behind all numbers. Pairs with equal keys, and those with NaN, are ordered by their
// values, the smaller first. Keys and values are moved as they are: no bit of them changes.
// The network is the mirrored one: in the first pass of each merge, where j is k / 2, the first place of a run of
// k is compared with its last, the second with the last but one, and so on inwards; in all other passes the
// places are j apart. All comparisons put the pair that comes first at the lower place. There is no padding:
// `count` is any number, and the dispatch has an invocation for each comparison that the next power of two has.
// Below, the page is blank. Write one pass of it, then run: ./wb check 6.scores
layout(local_size_x = GROUP) in;

#include "06_bitonic/partners.glsl" // keys[], values[], count, k, j, and lower_partner()

// --- your lines from here ---
void main()
{
    // A start: neighbours, as if their keys were unsigned integers, and without their values.
    uint i = 2u * gl_GlobalInvocationID.x;
    if (i + 1u >= count || keys[i] <= keys[i + 1u]) return;
    uint key = keys[i];
    keys[i] = keys[i + 1u];
    keys[i + 1u] = key;
}
// --- to here ---
