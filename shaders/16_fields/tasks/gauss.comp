#version 430 core
// Task: a blur with a bell. Each pixel becomes a mean of 5 x 5, in which the weights are 1 4 6 4 1 across, and the same
// down. As shipped all five are alike. Change the line in the gap, then run: ./wb check 16.gauss
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(r32f, binding = NOW) restrict readonly uniform image2D image;
layout(r32f, binding = NEXT) restrict writeonly uniform image2D filtered;

float at(ivec2 p)
{
    return imageLoad(image, clamp(p, ivec2(0), imageSize(image) - 1)).x;
}

// Of a pixel that is d columns, or rows, away: -2 to 2. The five weights are 16 in all.
float weight(int d)
{
    // --- your lines from here ---
    return 3.2;
    // --- to here ---
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(filtered)))) return;
    float sum = 0.0;
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++) sum += weight(x) * weight(y) * at(p + ivec2(x, y));
    imageStore(filtered, p, vec4(sum / 256.0));
}
