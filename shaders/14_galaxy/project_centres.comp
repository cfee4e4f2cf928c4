#version 430 core
// The project's third kernel, one invocation for each cell, grid^3 of them: from sums to a body, the cell's
// mass at its centre of mass. Below, the page is blank.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = SUMS) restrict readonly buffer Sums { uint sums[]; };
layout(std430, binding = CENTRES) restrict writeonly buffer Centres { vec4 centres[]; }; // place, kpc; mass, 0 if empty

#include "14_galaxy/project.glsl"

void main()
{
}
