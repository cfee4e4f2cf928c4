#version 430 core
layout(location = 0) out vec4 pixel;
void main() { pixel = vec4(0.0); }
