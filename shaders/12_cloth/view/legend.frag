#version 430 core
// The scale of the stretch as a bar.
#include "draw/slots.h"

layout(location = DRAW_RECTANGLE) uniform vec4 rectangle; // left, top, width, height in pixels of the picture
layout(location = 0) out vec4 pixel;

#include "12_cloth/view/scale.glsl"

void main()
{
    float share = 2.0 * (gl_FragCoord.x - rectangle.x) / rectangle.z - 1.0;
    pixel = vec4(pow(stretch_colour(share), vec3(1.0 / 2.2)), 1.0);
}
