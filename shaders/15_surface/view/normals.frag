#version 430 core
// The normal as a colour: x is red, y green, z blue.
#include "draw/mesh.glsl"
layout(location = 0) out vec4 pixel;

void main()
{
    vec3 n = normalize(normal);
    float light = gl_FrontFacing ? 0.80 + 0.20 * dot(n, to_light) : 0.25;
    pixel = vec4((0.5 + 0.5 * n) * light, 1.0);
}
