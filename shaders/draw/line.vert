#version 430 core
// A line of some width in pixels of the picture, origin top left, as a strip of four vertices.
#include "draw/slots.h"

layout(location = DRAW_PICTURE_SIZE) uniform vec2 picture_size;
layout(location = DRAW_LINE) uniform vec4 line; // from x, y to x, y
layout(location = DRAW_LINE_WIDTH) uniform float width;

void main()
{
    vec2 from = line.xy, to = line.zw;
    vec2 along = to == from ? vec2(1.0, 0.0) : normalize(to - from);
    vec2 across = vec2(-along.y, along.x) * (float(gl_VertexID & 1) - 0.5) * width;
    vec2 corner = (gl_VertexID < 2 ? from : to) + across;
    vec2 position = corner / picture_size * 2.0 - 1.0;
    gl_Position = vec4(position.x, -position.y, 0.0, 1.0);
}
