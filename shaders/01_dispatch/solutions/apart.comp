#version 430 core
// Task 1.6: grey, four pixels an invocation. Which four? All pixels have to be done, each once; and
// at every moment neighbouring invocations have to touch neighbouring pixels: this is what the check
// weighs. A work group of LOCAL invocations has LOCAL * 4 pixels in a row. Then run: ./wb check 1.apart
layout(local_size_x = LOCAL) in;

#include "01_dispatch/fours.glsl"

void main()
{
    for (uint k = 0u; k < 4u; k++) {
        // --- your lines from here ---
        uint i = group_number() * (LOCAL * 4u) + k * LOCAL + gl_LocalInvocationID.x;
        // --- to here ---
        if (i < count) grey[i] = grey_pixel(image[i]);
    }
}

// --- as shipped ---
//         uint i = count; // the k-th pixel of this invocation, out of group_number(), LOCAL, gl_LocalInvocationID.x
