#version 430 core
#include "draw/slots.h"

layout(location = DRAW_COLOUR) uniform vec4 colour;
layout(location = 0) out vec4 pixel;

void main() { pixel = colour; }
