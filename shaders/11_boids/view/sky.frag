#version 430 core
// The background: a little lighter at the top.
#include "11_boids/slots.h"
#include "11_boids/view/colours.glsl"

layout(location = PICTURE_HEIGHT) uniform float picture_height;
layout(location = 0) out vec4 pixel;

void main() { pixel = vec4(as_pixel(sky(gl_FragCoord.y / picture_height)), 1.0); }
