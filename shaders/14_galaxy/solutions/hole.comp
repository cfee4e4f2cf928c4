#version 430 core
// Task: a black hole in the middle, which pulls at every star and stays where it is. Its potential is
// -G M / sqrt(r^2 + e^2): that of a point, with the distance r softened as Plummer did, where e is 0.1 kpc.
// Far out it is 0; add no constant. The pull is its slope: it points to the middle, and its size is how
// steeply the potential rises outwards. The energy is taken here as well, so both have to be right.
// Write hole_pull(). It returns the pull, (km/s)^2/kpc, and behind it the potential, (km/s)^2. Then run:
// ./wb check 14
#include "14_galaxy/slots.h"
#define HOLE 1
layout(location = HOLE_NUMBERS) uniform vec2 hole; // G times its mass, kpc (km/s)^2; e, kpc

// --- your lines from here ---
vec4 hole_pull(vec3 position)
{
    float inverse = inversesqrt(dot(position, position) + hole.y * hole.y), potential = -hole.x * inverse;
    return vec4(potential * inverse * inverse * position, potential);
}
// --- to here ---

#include "14_galaxy/advance.glsl"

// --- as shipped ---
// vec4 hole_pull(vec3 position) { return vec4(0.0); }
