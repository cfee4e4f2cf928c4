#version 430 core
// `aggregated`: as `append`, but the survivors of a work group count themselves in shared memory, and the
// group takes all their places at once.
// Limit: two dispatches a frame, however few are alive; and with many, still a list in whatever order
// groups came.
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
    uint i = invocation(), slot = 0u;
    bool lives = false;
    if (i < next.listed) { // no return here: all of the group must reach the barriers
        slot = living[i];
        Particle p = pool[slot];
        lives = move(p);
        pool[slot] = p;
    }
    uint place = take_place(lives);
    if (lives) next_living[place] = slot;
}
