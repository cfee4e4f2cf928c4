#version 430 core
// Warm air is lighter than the air around it: it is pushed up.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(binding = HEAT) uniform sampler3D heat;
layout(r32f, binding = NEXT_Y) restrict uniform image3D velocity_y;
layout(location = LIFT) uniform float lift; // cells a step, for each step and degree

#include "16_fields/smoke/grid.glsl"
#include "16_fields/smoke/between.glsl"

// A face's heat is the mean of the two cells beside it.
void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(p, size + ivec3(0, 1, 0))) || !is_open_y(p)) return;
    precise float warm = 0.5 * (at(heat, p - ivec3(0, 1, 0)) + at(heat, p));
    precise float faster = imageLoad(velocity_y, p).x + lift * warm;
    imageStore(velocity_y, p, vec4(faster));
}
