#version 430 core
// Four pixels of the layer for each of the picture: edges are smooth, and on every driver alike.
#include "draw/slots.h"

layout(binding = DRAW_LAYER) uniform sampler2D layer;
layout(location = 0) out vec4 pixel;

void main()
{
    ivec2 at = 2 * ivec2(gl_FragCoord.xy);
    pixel = (texelFetch(layer, at, 0) + texelFetch(layer, at + ivec2(1, 0), 0) +
             texelFetch(layer, at + ivec2(0, 1), 0) + texelFetch(layer, at + ivec2(1, 1), 0)) / 4.0;
}
