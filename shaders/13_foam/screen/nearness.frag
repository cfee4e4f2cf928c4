#version 430 core
// For the water's surface: how near the spheres are, as 1 / distance, in 1/m along the view. The depth buffer keeps the
// largest. A flat surface is linear in it across the picture, and where nothing is, it is 0.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
#include "13_foam/screen/disc.glsl"
#include "13_foam/screen/nearness.glsl"
layout(depth_less) out float gl_FragDepth; // than that of the square: see sphere.vert

void main()
{
    float up = sqrt(max(bulge(), 0.0)), near = 1.0 / max(-middle.z - sphere_radius * up, CLOSEST);
    gl_FragDepth = bulge() > 0.0 ? DEPTH_OF_NEARNESS * near : 0.0;
}
