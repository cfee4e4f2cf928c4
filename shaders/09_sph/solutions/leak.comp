#version 430 core
// Task: find the leak. Pressure, walls and friction; but the ledger says that energy comes from nowhere. Switch off one
// thing after the other, and see when it stops. The mistake is in the gap.
// Mend it, then run: ./wb check 9.leak
layout(local_size_x = PLANE_GROUP) in;

#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"
#include "09_sph/plane/images.glsl"
#include "09_sph/plane/move.glsl"

// What particle i gets from j. Its place and its motion are those of one of its images.
vec2 push_from(uint i, uint j, vec2 place, vec2 motion)
{
    // --- your lines from here ---
    vec2 d = place - positions[j], v = motion - velocities[j];
    precise float elastic = pressure(crowds[i]) + pressure(crowds[j]);
    precise float speed = -dot(d, v); // above 0 while they come closer
    precise float rub = friction * sound * reach * speed / (dot(d, d) + 0.01 * reach * reach);
    // --- to here ---
    return (elastic + rub) * fall(d);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    precise vec2 push = vec2(0.0);
    for (uint k = 0u; k < 4u; k++) {
        vec2 place = image(positions[i], k), motion = turned(velocities[i], k);
        if (!is_near(place)) continue;
        for (uint j = 0u; j < count; j++) push += turned(push_from(i, j, place, motion), k);
    }
    move(i, push + vec2(0.0, -gravity));
}

// --- as shipped ---
//     vec2 d = place - positions[j], v = motion - velocities[j];
//     precise float elastic = pressure(crowds[i]) + pressure(crowds[j]);
//     precise float speed = abs(dot(d, v)); // the faster they rub, the harder
//     precise float rub = friction * sound * reach * speed / (dot(d, d) + 0.01 * reach * reach);
