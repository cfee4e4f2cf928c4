#version 430 core
// The project's first kernel, once at the start, one invocation for each star: where it is, what mass it has,
// and how fast it goes. In SCENE_DISC all have mass 1 and go round in a flat disc with `arms` arms; in
// SCENE_HOLE, star 0 is a black hole of mass HOLE_STARS in the middle; in SCENE_COLLISION the first half of the
// stars, stars / 2, is a galaxy, and the rest another one. Below, the page is blank.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict writeonly buffer Positions { vec4 positions[]; }; // w: mass
layout(std430, binding = VELOCITIES) restrict writeonly buffer Velocities { vec4 velocities[]; };

#include "14_galaxy/project.glsl"

void main()
{
}
