#version 430 core
flat in vec3 colour;
layout(location = 0) out vec4 pixel;

void main() { pixel = vec4(colour, 1.0); }
