#version 430 core
// A scale of colours as a bar.
#include "09_sph/slots.h"
#include "draw/slots.h"
#include "water/view/scales.glsl"
layout(location = DRAW_RECTANGLE) uniform vec4 rectangle; // left, top, width, height in pixels of the picture
layout(location = SHOWN) uniform int shown;  // VIEW_SPEED and so on
layout(location = RANGE) uniform vec2 range; // where the scale begins and ends, in the unit of what is shown
layout(location = 0) out vec4 pixel;

void main()
{
    float share = (gl_FragCoord.x - rectangle.x) / rectangle.z;
    vec3 colour = distance_colour(mix(range.x, range.y, share));
    if (shown == VIEW_SPEED) colour = speed_colour(mix(range.x, range.y, share));
    if (shown == VIEW_DENSITY) colour = density_colour(mix(range.x, range.y, share));
    if (shown == VIEW_THICKNESS) colour = thickness_colour(mix(range.x, range.y, share));
    pixel = vec4(colour, 1.0);
}
