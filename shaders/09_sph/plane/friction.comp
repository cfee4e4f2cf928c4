#version 430 core
// The same with friction: who comes closer is slowed down, and who parts is held.
layout(local_size_x = PLANE_GROUP) in;

#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"
#include "09_sph/plane/images.glsl"
#include "09_sph/plane/move.glsl"

// A share of how fast two come closer, for each metre between them. More would be pressure.
float rub(vec2 d, vec2 motion)
{
    precise float closer = -(d.x * motion.x + d.y * motion.y);
    precise float f = friction * sound * reach * closer / (d.x * d.x + d.y * d.y + 0.01 * reach * reach);
    return f;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    precise vec2 push = vec2(0.0);
    for (uint k = 0u; k < 4u; k++) {
        vec2 here = image(positions[i], k), motion = turned(velocities[i], k);
        if (!is_near(here)) continue;
        for (uint j = 0u; j < count; j++) {
            vec2 d = here - positions[j];
            precise float p = pressure(crowds[i]) + pressure(crowds[j]) + rub(d, motion - velocities[j]);
            push += p * turned(fall(d), k);
        }
    }
    move(i, push + vec2(0.0, -gravity));
}
