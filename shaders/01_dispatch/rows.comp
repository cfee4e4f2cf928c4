#version 430 core
// `rows`: one invocation a pixel, neighbouring invocations side by side.
// Limit: four bytes an invocation; most of what is issued is not about the pixel.
layout(local_size_x = LOCAL) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint image[]; };
layout(std430, binding = 1) restrict writeonly buffer Grey { uint grey[]; };
layout(location = 0) uniform uvec2 size; // width, height

#include "01_dispatch/grey.glsl"

void main()
{
    uvec2 p = gl_GlobalInvocationID.xy; // along a group, x grows
    if (any(greaterThanEqual(p, size))) return;

    uint i = p.y * size.x + p.x;
    grey[i] = grey_pixel(image[i]);
}
