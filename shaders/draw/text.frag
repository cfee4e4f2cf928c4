#version 430 core
#include "draw/slots.h"

layout(location = DRAW_COLOUR) uniform vec4 colour;
layout(binding = DRAW_ATLAS) uniform sampler2D atlas;
in vec2 texel;
layout(location = 0) out vec4 pixel;

void main()
{
    // texelFetch: one glyph texel is one pixel, on every driver the same.
    float coverage = texelFetch(atlas, ivec2(texel), 0).r;
    pixel = vec4(colour.rgb, colour.a * coverage);
}
