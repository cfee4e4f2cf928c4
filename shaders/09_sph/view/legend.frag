#version 430 core
// The scale of colours as a bar.
#include "draw/slots.h"
#include "water/pool/scale.glsl"
#include "water/pool/tone.glsl"
layout(location = DRAW_RECTANGLE) uniform vec4 rectangle; // left, top, width, height in pixels of the picture
layout(location = 0) out vec4 pixel;

void main() { pixel = vec4(toned(scale_colour((gl_FragCoord.x - rectangle.x) / rectangle.z)), 1.0); }
