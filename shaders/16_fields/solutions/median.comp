#version 430 core
// Task: the median of nine. A picture has pixels that are black or white for no reason. Store for each pixel the middle
// one of nine, itself and its eight neighbours, sorted by size. Beyond the picture's edge comes the edge again: at the
// upper left corner that pixel counts four times. All numbers are whole, from 0 to 255.
// You dispatch nothing: groups of GROUP x GROUP invocations cover the picture.
// Below, the page is blank. Write the kernel, then run: ./wb check 16.median
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(r32f, binding = NOW) restrict readonly uniform image2D image;
layout(r32f, binding = NEXT) restrict writeonly uniform image2D filtered;

// --- your lines from here ---
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), last = imageSize(image) - 1;
    if (any(greaterThan(p, last))) return;
    float nine[9];
    for (int k = 0; k < 9; k++)
        nine[k] = imageLoad(image, clamp(p + ivec2(k % 3, k / 3) - 1, ivec2(0), last)).x;
    for (int i = 0; i < 5; i++) // the five smallest come to the front
        for (int k = i + 1; k < 9; k++) {
            float low = min(nine[i], nine[k]), high = max(nine[i], nine[k]);
            nine[i] = low;
            nine[k] = high;
        }
    imageStore(filtered, p, vec4(nine[4]));
}
// --- to here ---

// --- as shipped ---
// void main()
// {
//     // A start: each pixel as it is.
//     ivec2 p = ivec2(gl_GlobalInvocationID.xy);
//     if (any(greaterThanEqual(p, imageSize(filtered)))) return;
//     imageStore(filtered, p, imageLoad(image, p));
// }
