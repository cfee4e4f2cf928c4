#version 430 core
// Task: the list. Each particle notes who is nearer than `reach`, itself included; then crowd and push ask only those.
// The list of particle i is lists[i * PLANE_MOST] and what follows: the numbers of its neighbours, the smallest first.
// Its length goes to lengths[i]. If there are more than PLANE_MOST, the list has the first of them, and the length says
// how many there are all the same: who reads it then asks everybody.
// Write that in the gap, then run: ./wb check 9.notes
layout(local_size_x = PLANE_GROUP) in;

#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"

layout(std430, binding = PLANE_POSITIONS) restrict readonly buffer Positions { vec2 positions[]; };
layout(std430, binding = PLANE_LENGTHS) restrict writeonly buffer Lengths { uint lengths[]; };
layout(std430, binding = PLANE_LISTS) restrict writeonly buffer Lists { uint lists[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    // --- your lines from here ---
    uint length_so_far = 0u;
    for (uint j = 0u; j < count; j++) {
        if (distance(positions[i], positions[j]) >= reach) continue;
        if (length_so_far < uint(PLANE_MOST)) lists[i * uint(PLANE_MOST) + length_so_far] = j;
        length_so_far++;
    }
    lengths[i] = length_so_far;
    // --- to here ---
}

// --- as shipped ---
//     lists[i * uint(PLANE_MOST)] = i; // a start: everybody knows itself alone
//     lengths[i] = 1u;
