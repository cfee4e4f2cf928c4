#version 430 core
// Task: mend it. A benchmark with two knobs: how many elements far apart it reads and adds up for each one that it
// writes, and how many multiply-adds follow. As it is, it flatters: it reports more bytes a second than the memory
// sends, and whoever turns up `reads` turns up something else with it.
// Find both faults in the gap, and mend them, then run: ./wb check 10.apart
#include "10_profiling/experiment.glsl"

void main()
{
    uint i = my_element();
    if (i >= count) return;

    uvec4 x = uvec4(0u);
    uint far = total / 8u * 3u + 1u; // from one read to the next; `total` elements are there, and then it goes round
    // --- your lines from here ---
    for (uint r = 0u, at = i % total; r < reads; r++, at = (at + far) % total) {
        x += numbers[at % 16u];
        for (uint k = 0u; k < arithmetic; k++) x = next_number(x);
    }
    // --- to here ---
    result[i] = x;
}
