#version 430 core
// The picture: on the left of the line as it was, on the right what the filter makes of it.
#include "16_fields/slots.h"
layout(binding = NOW) uniform sampler2D image;
layout(binding = NEXT) uniform sampler2D filtered;
layout(location = SPLIT) uniform float split; // a column

#include "draw/cells.glsl"

vec3 cell_colour(ivec2 p)
{
    bool right = float(p.x) >= split;
    float grey = right ? texelFetch(filtered, p, 0).x : texelFetch(image, p, 0).x;
    return vec3(clamp(grey / 255.0, 0.0, 1.0));
}
