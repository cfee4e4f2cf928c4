#version 430 core
// Task: the mirrored network. The first pass of each merge is the one with j = k / 2. There the first place of a run
// of k meets its last, the second the last but one, and so on inwards. In all other passes places that are j apart
// meet. Every comparison puts the larger pair at the higher place.
// `count` is any number, and nothing is padded. The dispatch has an invocation for each comparison that a network of
// the next power of two has: some of them have no partner.
// Below is the pass with directions. Change it, then run: ./wb check 6.mirrored
layout(local_size_x = GROUP) in;

#include "06_bitonic/partners.glsl" // keys[], values[], count, k, j, and lower_partner()
#include "sort/pair.glsl"           // is_larger()

void main()
{
    // --- your lines from here ---
    uint p = gl_GlobalInvocationID.x, i = lower_partner(p, j);
    uint partner = i + j;
    if (partner >= count) return;

    bool upwards = (i & k) == 0u;
    uvec2 a = uvec2(keys[i], values[i]), b = uvec2(keys[partner], values[partner]);
    if (is_larger(upwards ? a : b, upwards ? b : a)) {
        // --- to here ---
        keys[i] = b.x;
        values[i] = b.y;
        keys[partner] = a.x;
        values[partner] = a.y;
    }
}
