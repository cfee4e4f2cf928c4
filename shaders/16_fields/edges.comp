#version 430 core
// `edges`: reads the eight around a pixel with imageLoad(), which knows nothing of edges: the kernel clamps.
// Limit: arithmetic on coordinates, for each of the eight.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

// [images]
layout(r32f, binding = NOW) restrict readonly uniform image2D image;
layout(r32f, binding = NEXT) restrict writeonly uniform image2D filtered;
// [/images]

#include "16_fields/sobel.glsl"

float at(ivec2 p)
{
    return imageLoad(image, clamp(p, ivec2(0), imageSize(image) - 1)).x;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(filtered)))) return; // the last groups reach over the edge
    imageStore(filtered, p, vec4(steepness(p)));
}
