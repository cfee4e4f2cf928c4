#version 430 core
// Task: a gas. What stands in the gap is water: it pushes only where it is more crowded than at rest. A gas has no
// rest. It pushes as hard as it is crowded, however thin it is; but only a tenth as hard as water, for which
// `sound * sound` is the hardness.
// Change the line, then run: ./wb check 9.gas
layout(local_size_x = PLANE_GROUP) in;

#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"
#include "09_sph/plane/move.glsl"

float pushes(float crowd)
{
    // --- your lines from here ---
    float p = sound * sound * max(crowd - 1.0, 0.0);
    // --- to here ---
    return p;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    precise vec2 push = vec2(0.0);
    for (uint j = 0u; j < count; j++)
        push += (pushes(crowds[i]) + pushes(crowds[j])) * fall(positions[i] - positions[j]);
    move(i, push + vec2(0.0, -gravity));
}
