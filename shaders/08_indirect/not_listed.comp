#version 430 core
// BROKEN: starts as many groups as the living need, but has no list of them, and takes the first slots of
// the pool instead.
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"
#include "08_indirect/move.glsl"

layout(std430, binding = POOL) restrict buffer Pool { Particle pool[]; };
layout(std430, binding = NEXT_LIVING) restrict writeonly buffer NextLiving { uint next_living[]; };
layout(std430, binding = NEXT_COMMANDS) restrict buffer Next { Commands next; };

#include "08_indirect/append_group.glsl"

void main()
{
    uint slot = invocation();
    bool lives = false;
    if (slot < next.listed) {
        Particle p = pool[slot];
        lives = is_alive(p) && move(p);
        pool[slot] = p;
    }
    uint place = take_place(lives);
    if (lives) next_living[place] = slot;
}
