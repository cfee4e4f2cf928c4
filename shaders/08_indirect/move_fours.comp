#version 430 core
// The task's second dispatch: as `aggregated`, but each invocation moves EACH particles, a group's width
// apart, so that neighbours still read neighbouring entries of the list.
// Limit: three barriers for each of them; and few groups, where few are alive.
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"
#include "08_indirect/move.glsl"

layout(std430, binding = POOL) restrict buffer Pool { Particle pool[]; };
layout(std430, binding = LIVING) restrict readonly buffer Living { uint living[]; };
layout(std430, binding = NEXT_LIVING) restrict writeonly buffer NextLiving { uint next_living[]; };
layout(std430, binding = NEXT_COMMANDS) restrict buffer Next { Commands next; };

#include "08_indirect/append_group.glsl"

void main()
{
    uint first_of_group = (invocation() - gl_LocalInvocationID.x) * uint(EACH);
    for (uint k = 0u; k < uint(EACH); k++) {
        uint i = first_of_group + k * uint(GROUP) + gl_LocalInvocationID.x, slot = 0u;
        bool lives = false;
        if (i < next.listed) {
            slot = living[i];
            Particle p = pool[slot];
            lives = move(p);
            pool[slot] = p;
        }
        uint place = take_place(lives);
        if (lives) next_living[place] = slot;
    }
}
