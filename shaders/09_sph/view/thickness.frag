#version 430 core
// How much water a ray passes, in metres, and how much of that is spray: all particles added up. Each is
// a soft blob that holds as much as its particle: the integral over the disc is the particle's volume.
#include "09_sph/physics.glsl"
#include "09_sph/view/eye.glsl"
#include "09_sph/view/disc.glsl"
layout(location = 0) out vec2 water;

void main()
{
    if (bulge() <= 0.0) discard;
    float metres = 2.0 * bulge() * (mass / rest_density) / (3.14159265 * sphere_radius * sphere_radius);
    float compression = particle.w / rest_density;
    float spray = clamp(1.6 - 2.2 * compression, 0.0, 1.0) * clamp(speed / 3.0 - 0.4, 0.0, 1.0);
    water = vec2(metres, metres * spray);
}
