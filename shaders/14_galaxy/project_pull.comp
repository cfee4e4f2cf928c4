#version 430 core
// The project's fourth kernel, one invocation for each star: what the cells pull. It is dispatched for some
// cells after the others, because some drivers stop long loops: `count` of them, from number `first` on. What
// is in `pulls` is yours: only project_move.comp reads it. Below, the page is blank.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = SOURCES) restrict readonly buffer Centres { vec4 centres[]; };
layout(std430, binding = PULLS) restrict buffer Pulls { vec4 pulls[]; };

#include "14_galaxy/project.glsl"

void main()
{
}
