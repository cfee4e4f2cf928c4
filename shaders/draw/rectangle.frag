#version 430 core
layout(location = 1) uniform vec4 colour;
layout(location = 0) out vec4 pixel;

void main() { pixel = colour; }
