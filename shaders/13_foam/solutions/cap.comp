#version 430 core
// Task: a pool that is too small. A frame may have more births than the pool has slots, and then this kernel leaves
// particles with the place of one newborn and the velocity of another. Of all newborn of a frame, those with the places
// 0 to pool - 1 should get a slot: the last ones get none, though from frame to frame the oldest give
// way. How many were born has to be told all the same: heads[now()].births.
// Find out why, mend it, then run: ./wb check 13.cap
#include "13_foam/slots.h"

layout(local_size_x = GROUP) in;

#include "water/physics.glsl"
#include "water/walls.glsl"
#include "13_foam/foam.glsl"
layout(std430, binding = WATER_BODIES) restrict readonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = WATER_MOTIONS) restrict readonly buffer Motions { vec4 motions[]; };
layout(std430, binding = WATER_IDS) restrict readonly buffer Ids { uint ids[]; };
layout(std430, binding = BIRTHS) restrict readonly buffer Births { uint births[]; };
layout(std430, binding = PLACES) restrict readonly buffer Places { uint births_before[]; };
#include "13_foam/birth.glsl"
#include "13_foam/ring.glsl"

// --- your lines from here ---
// The newborn that has `place` others before it.
void put(uint place, Newborn n)
{
    if (place >= pool) return;
    uint slot = (heads[now()].slot + place) % pool;
    foam_positions[slot] = n.position;
    foam_velocities[slot] = n.velocity;
}

void main()
{
    uint k = gl_GlobalInvocationID.x;
    if (k >= uint(particle_count)) return;
    uint count = births[k], place = births_before[k];
    for (uint j = 0u; j < count; j++)
        put(place + j, newborn(number_of(k), j, bodies[k].xyz, motions[k].xyz));
    if (k == uint(particle_count) - 1u) heads[now()].births = place + count;
}
// --- to here ---

// --- as shipped ---
// // The newborn that has `place` others before it.
// void put(uint place, Newborn n)
// {
//     uint slot = (heads[now()].slot + place) % pool;
//     foam_positions[slot] = n.position;
//     foam_velocities[slot] = n.velocity;
// }
//
// void main()
// {
//     uint k = gl_GlobalInvocationID.x;
//     if (k >= uint(particle_count)) return;
//     uint count = births[k], place = births_before[k];
//     for (uint j = 0u; j < count; j++)
//         put(place + j, newborn(number_of(k), j, bodies[k].xyz, motions[k].xyz));
//     if (k == uint(particle_count) - 1u) heads[now()].births = place + count;
// }
