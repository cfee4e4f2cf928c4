#version 430 core
// Task: an invocation for each newborn. emit.comp has one for each particle of water: most have no newborn, and one
// may have a hundred, while the others of its group wait. Here, there is one for each slot of the pool. Invocation n is for
// the newborn that has n others before it, if more than n are born; else it does nothing.
// Which particle of water is it of? births_before[k] is the number of births before those of particle k. It never falls,
// so the particle can be found in a few loads, whatever n is: halve what is left until it is one. And so the newborn is
// number  n - births_before[k]  of particle k.
//     put_newborn(n, newborn(number_of(k), j, position, velocity))   puts newborn j of particle k into its slot
//     heads[now()].births   has to be the number of all births, be it 0; one invocation writes it
// bodies[k].xyz and motions[k].xyz are the particle's position and velocity; particle_count, as everywhere, their number.
// Below, the page is blank. Write the kernel, then run: ./wb check 13.spread
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
// The last particle of water with no more than n births before its own. Those without births are passed over: the
// next one has as many before it.
uint parent_of(uint n)
{
    uint low = 0u, high = uint(particle_count); // it is one of low to high - 1
    while (high - low > 1u) {
        uint middle = (low + high) / 2u;
        if (births_before[middle] <= n) low = middle;
        else high = middle;
    }
    return low;
}

void main()
{
    uint n = gl_GlobalInvocationID.x, last = uint(particle_count) - 1u, all = births_before[last] + births[last];
    if (n == 0u) heads[now()].births = all;
    if (n >= min(all, pool)) return;
    uint k = parent_of(n);
    put_newborn(n, newborn(number_of(k), n - births_before[k], bodies[k].xyz, motions[k].xyz));
}
// --- to here ---

// --- as shipped ---
// void main()
// {
// }
