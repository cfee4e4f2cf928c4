#version 430 core
// `blur`: a Gaussian, 25 pixels by imageLoad(), clamped by the kernel.
// Limit: 25 loads for a pixel, where the one next to it loads 20 of the same.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(r32f, binding = NOW) restrict readonly uniform image2D image;
layout(r32f, binding = NEXT) restrict writeonly uniform image2D filtered;

#include "16_fields/bell.glsl"

float at(ivec2 p)
{
    return imageLoad(image, clamp(p, ivec2(0), imageSize(image) - 1)).x;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(filtered)))) return;
    imageStore(filtered, p, vec4(blurred(p)));
}
