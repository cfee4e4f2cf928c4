#version 430 core
// Task: scores. The keys are float32, and the largest comes first. 0 and -0 are equal. Every NaN comes behind all
// numbers, whatever its sign. Where keys are equal, or both are NaN, the pair with the smaller value comes first.
// Move keys and values as they are: no bit of them changes.
// The network is the mirrored one. In the first pass of each merge, the one with j = k / 2, the first place of a run
// of k meets its last, the second the last but one, and so on inwards. In all other passes places that are j apart
// meet. Every comparison puts the pair that comes first at the lower place. `count` is any number, and nothing is
// padded: the dispatch has an invocation for each comparison that a network of the next power of two has.
// The page below is blank. Write one pass, then run: ./wb check 6.scores
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
