#version 430 core
// Version 1: a particle with births takes as many numbers from a counter, and writes its newborn to these slots at once.
// Limit: the slots depend on which comes first, so no two runs are the same.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#include "13_foam/water.glsl"
#include "13_foam/trapped.glsl"
#define RING_HEADS ATOMIC_HEADS
#include "13_foam/ring.glsl"

void visit(uint j)
{
    trap(body.xyz - bodies[j].xyz, motion.xyz - motions[j].xyz);
}

void main()
{
    uint k = team();
    bool is_particle = k < uint(particle_count); // none leaves before the barrier in team_sum()
    trapped = 0.0;
    if (is_particle) {
        begin(k);
        visit_list(k);
    }
    float whole = team_sum(vec3(trapped, 0.0, 0.0)).x;
    if (!is_particle || lane() != 0u) return;
    // [counter]
    uint count = births_by_trapping(k, whole);
    if (count == 0u) return;
    uint place = atomicAdd(heads[now()].births, count);
    for (uint j = 0u; j < count; j++) put_newborn(place + j, newborn(number_of(k), j, body.xyz, motion.xyz));
    // [/counter]
}
