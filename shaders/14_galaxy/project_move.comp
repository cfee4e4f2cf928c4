#version 430 core
// The project's last kernel, one invocation for each star: a step, by what the cells and the halo pull. Below,
// the page is blank.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = PULLS) restrict readonly buffer Pulls { vec4 pulls[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; }; // w: mass
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };

#include "14_galaxy/project.glsl"

void main()
{
}
