#version 430 core
// `columns`: one invocation a pixel, neighbouring invocations one below the other.
// Limit: what a group wants lies in as many different rows as it has invocations.
layout(local_size_x = LOCAL) in;

layout(std430, binding = 0) restrict readonly buffer Image { uint image[]; };
layout(std430, binding = 1) restrict writeonly buffer Grey { uint grey[]; };
layout(location = 0) uniform uvec2 size; // width, height

#include "01_dispatch/grey.glsl"

void main()
{
    uvec2 p = gl_GlobalInvocationID.yx; // along a group, y grows
    if (any(greaterThanEqual(p, size))) return;

    uint i = p.y * size.x + p.x;
    grey[i] = grey_pixel(image[i]);
}
