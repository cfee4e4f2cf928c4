#version 430 core
// Glyphs as triangles: positions in pixels of the picture, texture coordinates in texels of the font's atlas.
#include "draw/slots.h"

layout(location = DRAW_PICTURE_SIZE) uniform vec2 picture_size;
layout(location = DRAW_CORNER) in vec4 corner; // x, y, u, v
out vec2 texel;

void main()
{
    vec2 position = corner.xy / picture_size * 2.0 - 1.0;
    gl_Position = vec4(position.x, -position.y, 0.0, 1.0);
    texel = corner.zw;
}
