#version 430 core
// Each triangle flat, with its sides: in pixels from the nearest one.
#include "draw/mesh.glsl"
#include "15_surface/slots.h"
layout(std430, binding = DRAW_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = INDICES) restrict readonly buffer Indices { uint indices[]; };
layout(location = 0) out vec4 pixel;

float distance_to(vec3 a, vec3 b) { return length(cross(place - a, b - a)) / max(length(b - a), 1e-9); }

void main()
{
    vec3 corner[3];
    for (int k = 0; k < 3; k++) corner[k] = positions[indices[3 * gl_PrimitiveID + k]].xyz;
    float near = min(distance_to(corner[0], corner[1]),
                     min(distance_to(corner[1], corner[2]), distance_to(corner[2], corner[0])));
    float a_pixel = 0.5 * (length(dFdx(place)) + length(dFdy(place)));
    float line = 1.0 - smoothstep(0.5, 1.6, near / a_pixel);

    vec3 across = cross(corner[1] - corner[0], corner[2] - corner[0]);
    vec3 flat_normal = across * (gl_FrontFacing ? 1.0 : -1.0) / max(length(across), 1e-12);
    vec3 colour = gl_FrontFacing ? vec3(0.12, 0.30, 0.42) : vec3(0.62, 0.12, 0.05); // the inside is seen
    vec3 lit = lit_colour(colour, flat_normal, 0.8, 0.0);
    pixel = vec4(to_srgb(mix(lit, vec3(0.004, 0.010, 0.016), 0.85 * line)), 1.0);
}
