#version 430 core
// A rectangle in pixels of the picture, origin top left, as a strip of four vertices.
#include "draw/slots.h"

layout(location = DRAW_PICTURE_SIZE) uniform vec2 picture_size;
layout(location = DRAW_RECTANGLE) uniform vec4 rectangle; // x, y, width, height

void main()
{
    vec2 corner = rectangle.xy + vec2(gl_VertexID & 1, gl_VertexID >> 1) * rectangle.zw;
    vec2 position = corner / picture_size * 2.0 - 1.0;
    gl_Position = vec4(position.x, -position.y, 0.0, 1.0);
}
