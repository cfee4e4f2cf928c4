#version 430 core
// `fixed`, first dispatch: births, into the slots at the ring's head.
// Limit: a dispatch of its own for a few hundred particles.
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/invocation.glsl"
#include "08_indirect/birth.glsl"

layout(std430, binding = POOL) restrict writeonly buffer Pool { Particle pool[]; };

void main()
{
    uint j = invocation();
    if (j >= births) return;
    pool[birth_slot(j)] = birth(first + j);
}
