#version 430 core
// For the water's surface: how far the nearest sphere is from the eye, in metres along the view.
#include "09_sph/physics.glsl"
#include "09_sph/view/eye.glsl"
#include "09_sph/view/disc.glsl"
layout(location = 0) out float distance_m;

void main()
{
    if (bulge() <= 0.0) discard;
    vec3 seen = middle + vec3(0.0, 0.0, sphere_radius * sqrt(bulge()));
    distance_m = -seen.z;
    gl_FragDepth = depth_of(seen);
}
