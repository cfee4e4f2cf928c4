#version 430 core
// `scan`, last dispatch: the newborn of each particle of water go to the slots that the scan has found for them.
// Limit: one invocation writes all newborn of its particle; most have none.
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
    uint count = births[k], place = births_before[k];
    for (uint j = 0u; j < count; j++)
        put_newborn(place + j, newborn(number_of(k), j, bodies[k].xyz, motions[k].xyz));
    if (k == uint(particle_count) - 1u) heads[now()].births = place + count;
}
