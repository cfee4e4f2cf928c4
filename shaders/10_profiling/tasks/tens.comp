#version 430 core
// Task: three samples in a word, brighter by 40. A sample has ten bits, and so 1023 is the most. The lowest is the
// first, and the two bits above all three are none: they stay as they are.
// Fill in the line that takes a sample out, makes it brighter and puts it back, then run: ./wb check 10.tens
// (brighter() of packing.glsl is for samples of eight bits.)
#include "10_profiling/packing.glsl"

uvec4 brighter_words(uvec4 words)
{
    uvec4 all = words & 0xC0000000u;
    for (uint shift = 0u; shift < 30u; shift += 10u) {
        // --- your lines from here ---
        all |= words & 0x3FFu << shift;
        // --- to here ---
    }
    return all;
}
