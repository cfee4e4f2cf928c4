#version 430 core
// Task: ink, from a blank page. inks[i] says how much ink is in particle i, from 0 to 1. In a step, each gets a share of
// what every other has more, or gives it: `time_step * spread * weight(r)` of the difference, where r is the distance.
// No ink comes from nowhere, and none is lost. All that is there: `count` particles; positions[], vec2, at binding
// PLANE_POSITIONS; inks[], float, at PLANE_INKS; next_inks[], where the new ones go, at PLANE_NEXT_INKS. Groups have
// PLANE_GROUP invocations, and there may be more of them than particles.
// Write the kernel, then run: ./wb check 9.ink
#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"

// --- your lines from here ---
layout(local_size_x = PLANE_GROUP) in;

layout(std430, binding = PLANE_POSITIONS) restrict readonly buffer Positions { vec2 positions[]; };
layout(std430, binding = PLANE_INKS) restrict readonly buffer Inks { float inks[]; };
layout(std430, binding = PLANE_NEXT_INKS) restrict writeonly buffer NextInks { float next_inks[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    float more = 0.0;
    for (uint j = 0u; j < count; j++)
        more += (inks[j] - inks[i]) * weight(distance(positions[i], positions[j]));
    next_inks[i] = inks[i] + time_step * spread * more;
}
// --- to here ---

// --- as shipped ---
// layout(local_size_x = PLANE_GROUP) in;
//
// void main() {}
