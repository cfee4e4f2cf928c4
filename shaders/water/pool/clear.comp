#version 430 core
// Zeros in the two images that faces are added up in.
#include "water/slots.h"

layout(local_size_x = WATER_TILE, local_size_y = WATER_TILE) in;

layout(binding = WATER_IMAGE, r32f) restrict writeonly uniform image2D ways;
layout(binding = WATER_LIGHT_IMAGE, rgba32f) restrict writeonly uniform image2D lights;

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(p, imageSize(ways)))) imageStore(ways, p, vec4(0.0));
    if (all(lessThan(p, imageSize(lights)))) imageStore(lights, p, vec4(0.0));
}
