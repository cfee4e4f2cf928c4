#version 430 core
// The push, if walls are mirrors: what pushes an image pushes the particle, the other way round.
layout(local_size_x = PLANE_GROUP) in;

#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"
#include "09_sph/plane/images.glsl"
#include "09_sph/plane/move.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    precise vec2 push = vec2(0.0);
    for (uint k = 0u; k < 4u; k++) {
        vec2 here = image(positions[i], k);
        if (!is_near(here)) continue;
        for (uint j = 0u; j < count; j++)
            push += (pressure(crowds[i]) + pressure(crowds[j])) * turned(fall(here - positions[j]), k);
    }
    move(i, push + vec2(0.0, -gravity));
}
