#version 430 core
// `scan`, second dispatch: moves the particles in the list, and notes the survivors.
// Limit: a flag written here and read twice, so that the next list gets a definite order.
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"
#include "08_indirect/invocation.glsl"
#include "08_indirect/move.glsl"

layout(std430, binding = POOL) restrict buffer Pool { Particle pool[]; };
layout(std430, binding = LIVING) restrict readonly buffer Living { uint living[]; };
layout(std430, binding = NEXT_COMMANDS) restrict readonly buffer Next { Commands next; };
layout(std430, binding = FLAGS) restrict writeonly buffer Flags { uint flags[]; };

void main()
{
    uint i = invocation();
    if (i >= next.listed) return;
    uint slot = living[i];
    Particle p = pool[slot];
    flags[i] = uint(move(p));
    pool[slot] = p;
}
