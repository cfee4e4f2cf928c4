#version 430 core
// Where it is crowded, particles push each other away.
layout(local_size_x = PLANE_GROUP) in;

#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"
#include "09_sph/plane/move.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    precise vec2 push = vec2(0.0);
    for (uint j = 0u; j < count; j++)
        push += (pressure(crowds[i]) + pressure(crowds[j])) * fall(positions[i] - positions[j]);
    move(i, push + vec2(0.0, -gravity));
}
