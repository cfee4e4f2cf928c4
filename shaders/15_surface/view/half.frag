#version 430 core
// The half of the surface behind the section, seen from both sides.
#include "draw/mesh.glsl"
#include "15_surface/slots.h"
layout(location = SECTION) uniform float section; // z of the plane
layout(location = 0) out vec4 pixel;

void main()
{
    if ((place.z - section) * (eye.z - section) > 0.0) discard; // on the eye's side
    vec3 colour = gl_FrontFacing ? vec3(0.16, 0.34, 0.46) : vec3(0.10, 0.20, 0.27);
    pixel = vec4(to_srgb(lit_colour(colour, side_normal(), 0.7, 0.0)), 1.0);
}
