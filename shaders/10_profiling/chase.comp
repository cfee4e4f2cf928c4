#version 430 core
// work.comp where each read says where the next one is, as in a list or a tree.
// Limit: the time that a read takes, unless others run meanwhile.
#include "10_profiling/experiment.glsl"

void main()
{
    uint i = my_element();
    if (i >= count) return;

    uvec4 x = uvec4(0u);
    for (uint r = 0u, at = i % total; r < reads; r++) {
        x += numbers[at];
        at = place_of(x.x, total); // known only when the number is here
    }
    for (uint k = 0u; k < arithmetic; k++) x = next_number(x);
    result[i] = x;
}
