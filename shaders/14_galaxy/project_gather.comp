#version 430 core
// The project's second kernel, one invocation for each star: adds it to its cell's sums, which are 0 before.
// Cell (x, y, z) has the number (z * grid + y) * grid + x. What the four sums of a cell are is yours: only
// project_centres.comp reads them. Below, the page is blank.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; }; // w: mass
layout(std430, binding = SUMS) restrict buffer Sums { uint sums[]; };                         // four for each cell
// 2^BITS times the mass of all stars together fits into 32 bits.

#include "14_galaxy/project.glsl"

void main()
{
}
