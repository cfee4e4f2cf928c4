// How a particle begins: by the jet it comes from and by chance, which is a hash of its number. So a
// particle is the same whichever invocation gives birth to it, and whenever.
#include "08_indirect/slots.h"

layout(location = PLAN_SLOTS) uniform uint slots; // in the pool
layout(location = BIRTHS) uniform uint births;    // in this frame
layout(location = FIRST) uniform uint first;      // the number of the first of them
layout(location = HEAD) uniform uint head;        // and its slot: the ring's head
layout(location = KEY) uniform uint key;          // from the seed
layout(location = LIVES) uniform uvec2 lives;     // the shortest and the longest life, in steps
layout(location = JET_POSITION) uniform vec4 jet_position[JETS]; // m; w is unused
layout(location = JET_VELOCITY) uniform vec4 jet_velocity[JETS]; // m/s; w: how much it scatters

// The pool is a ring: particle n lives in slot n modulo the number of slots.
uint birth_slot(uint j)
{
    uint slot = head + j;
    return slot < slots ? slot : slot - slots;
}

#include "random/random.glsl"

// -1 < x < 1, around 0 more often than at the ends.
float next_scatter(inout uint random)
{
    float a = next_float(random);
    return a + next_float(random) - 1.0;
}

Particle birth(uint number)
{
    uint random = hash(number ^ key), jet = number % uint(JETS);
    // precise: a multiplication and an addition stay two roundings, as on the CPU.
    precise vec3 velocity, position;
    velocity.x = jet_velocity[jet].x + jet_velocity[jet].w * next_scatter(random);
    velocity.y = jet_velocity[jet].y + jet_velocity[jet].w * next_scatter(random);
    velocity.z = jet_velocity[jet].z + jet_velocity[jet].w * next_scatter(random);
    // Births are spread over the time step, or they would leave in sheets.
    position = jet_position[jet].xyz + velocity * (next_float(random) * STEP);
    random = hash(random);
    uint steps = lives.x + random % (lives.y - lives.x + 1u);
    return Particle(vec4(position, 0.0), vec4(velocity, float(steps) * STEP));
}
