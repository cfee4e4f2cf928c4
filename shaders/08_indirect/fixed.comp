#version 430 core
// `fixed`: one invocation for each slot of the pool, which leaves at once if no particle lives there.
// Limit: to find out that a slot is dead it must be read, and a group started for it.
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/invocation.glsl"
#include "08_indirect/move.glsl"

layout(std430, binding = POOL) restrict buffer Pool { Particle pool[]; };
layout(location = PLAN_SLOTS) uniform uint slots;

void main()
{
    uint slot = invocation();
    if (slot >= slots) return;
    Particle p = pool[slot];
    if (!is_alive(p)) return;
    move(p);
    pool[slot] = p;
}
