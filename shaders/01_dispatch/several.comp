#version 430 core
// `several`: FOURS times four pixels an invocation. They lie a group's width apart, so that
// neighbouring invocations still move neighbouring memory.
// Limit: the memory; what is done to a pixel is free beside its eight bytes.
layout(local_size_x = LOCAL) in;

#include "01_dispatch/fours.glsl"

void main()
{
    uint first = group_number() * (LOCAL * FOURS) + gl_LocalInvocationID.x;
    if (first + (FOURS - 1) * LOCAL < count / 4) { // all of them exist: no need to ask for each
        for (uint k = 0; k < FOURS; k++) {
            uint i = first + k * LOCAL;
            grey_fours[i] = grey_pixels(image_fours[i]);
        }
    } else {
        for (uint k = 0; k < FOURS; k++) convert_four(first + k * LOCAL);
    }
}
