#version 430 core
// The light's way through the water above a place of the floor, in metres.
#include "water/physics.glsl"
in vec2 on_disc;
flat in float sphere_radius;
layout(location = 0) out float water;

void main()
{
    float bulge = 1.0 - dot(on_disc, on_disc);
    if (bulge <= 0.0) discard;
    water = 2.0 * bulge * (mass / rest_density) / (3.14159265 * sphere_radius * sphere_radius);
}
