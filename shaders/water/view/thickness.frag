#version 430 core
// How much water a ray passes, in metres: all particles added up. Each is a soft blob that holds as much as
// its particle: the integral over the disc is the particle's volume.
#include "water/physics.glsl"
#include "water/view/disc.glsl"
layout(location = 0) out float water;

void main()
{
    float inside = max(bulge(), 0.0);
    water = 3.0 * inside * inside * share * (mass / rest_density) / (3.14159265 * sphere_radius * sphere_radius);
}
