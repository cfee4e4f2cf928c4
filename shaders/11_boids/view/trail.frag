#version 430 core
#include "11_boids/view/colours.glsl"

flat in vec3 colour;
in float fade;
layout(location = 0) out vec4 pixel;

void main() { pixel = vec4(as_pixel(colour), 0.6 * fade * fade); }
