#version 430 core
// Task: the newborn of a frame, in a fixed order. An invocation for each particle of water: births[k] newborn are of
// particle k, and births_before[k] are of all particles before it, together: the scan has added them up.
//     place                   the first place of this particle's newborn; the others follow it
//     heads[now()].births     has to be the number of all births of the frame, be it 0. What was there is of another frame
// One invocation writes that number: two that write one word are a race. particle_count is the number of particles.
// Write the lines, then run: ./wb check 13.place
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

void main()
{
    uint k = gl_GlobalInvocationID.x;
    if (k >= uint(particle_count)) return;
    uint count = births[k];
    // --- your lines from here ---
    uint place = births_before[k];
    if (k == uint(particle_count) - 1u) heads[now()].births = place + count;
    // --- to here ---
    for (uint j = 0u; j < count; j++)
        put_newborn(place + j, newborn(number_of(k), j, bodies[k].xyz, motions[k].xyz));
}

// --- as shipped ---
//     uint place = 0u; // a start: all begin at the ring's head
//     heads[now()].births = count;
