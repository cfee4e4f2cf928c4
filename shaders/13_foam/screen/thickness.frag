#version 430 core
// How much water a ray passes, in metres: all particles added up. Each is a soft blob that holds as much as
// its particle: the integral over the disc is the particle's volume.
#include "water/physics.glsl"
#include "13_foam/screen/disc.glsl"
layout(location = 0) out vec4 water;

void main()
{
    float inside = max(bulge(), 0.0);
    float metres = 3.0 * inside * inside * share * (mass / rest_density) / (3.14159265 * sphere_radius * sphere_radius);
    water = vec4(metres, 0.0, 0.0, 0.0);
}
