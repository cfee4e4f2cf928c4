#version 430 core
// For the water's surface: how near the spheres are, as 1 / distance, in 1/m along the view; the blending
// keeps the largest. A flat surface is linear in it across the picture, and where nothing is, it is 0.
#include "09_sph/physics.glsl"
#include "09_sph/view/eye.glsl"
#include "09_sph/view/disc.glsl"
layout(location = 0) out float nearness;

void main()
{
    float up = sqrt(max(bulge(), 0.0));
    nearness = bulge() > 0.0 ? 1.0 / max(-middle.z - sphere_radius * up, CLOSEST) : 0.0;
}
