#version 430 core
// `append`: one invocation for each particle in the list; a survivor appends itself to the next
// list. The counter that hands out the places is the draw command's count.
// Limit: an atomic for every survivor, all on one address; and slots visited in whatever order the list
// came to be, each only once its entry has been read.
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

void main()
{
    uint i = invocation();
    if (i >= next.listed) return;
    uint slot = living[i];
    Particle p = pool[slot];
    bool lives = move(p);
    pool[slot] = p;
    if (lives) next_living[atomicAdd(next.living, 1u)] = slot;
}
