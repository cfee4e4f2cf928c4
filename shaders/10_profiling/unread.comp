#version 430 core
// BROKEN: work.comp for a stopwatch only. What it computes goes nowhere.
#include "10_profiling/experiment.glsl"

void main()
{
    uint i = my_element();
    if (i >= count) return;

    uvec4 x = uvec4(0u);
    for (uint r = 0u, at = i % total; r < reads; r++) {
        x += numbers[at];
        at += total / 8u * 3u + 1u; // far away, where no cache reaches
        if (at >= total) at -= total;
    }
    for (uint k = 0u; k < arithmetic; k++) x = next_number(x);
    result[i] = uvec4(0u); // BROKEN: nothing reads x, so the compiler removes both loops
}
