#version 430 core
#include "11_boids/slots.h"
#include "11_boids/view/colours.glsl"

in vec3 colour;
in float fog;
layout(location = PICTURE_SIZE) uniform vec2 picture_size;
layout(location = 0) out vec4 pixel;

void main()
{
    pixel = vec4(as_pixel(mix(colour, sky(gl_FragCoord.y / picture_size.y), 0.9 * fog)), 1.0);
}
