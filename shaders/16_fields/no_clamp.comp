#version 430 core
// `no_clamp`, broken: reads beyond the picture's edge.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(r32f, binding = NOW) restrict readonly uniform image2D image;
layout(r32f, binding = NEXT) restrict writeonly uniform image2D filtered;

#include "16_fields/sobel.glsl"

float at(ivec2 p)
{
    return imageLoad(image, p).x; // BROKEN: beyond the edge there is no pixel, and what comes is 0
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(filtered)))) return;
    imageStore(filtered, p, vec4(steepness(p)));
}
