// How a particle begins: by the jet it comes from and by chance, which is a hash of its number. So a
// particle is the same whichever invocation gives birth to it, and whenever.
layout(location = 0) uniform uint slots;  // in the pool
layout(location = 1) uniform uint births; // in this frame
layout(location = 2) uniform uint first;  // the number of the first of them
layout(location = 3) uniform uint head;   // and its slot: the ring's head
layout(location = 4) uniform uint key;    // from the seed
layout(location = 5) uniform uvec2 lives; // the shortest and the longest life, in steps
layout(location = 8) uniform vec4 jet_position[JETS];         // m; w is unused
layout(location = 24) uniform vec4 jet_velocity[JETS]; // m/s; w: how much it scatters

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
