#version 430 core
// BROKEN: a struct with its two vec3 side by side. The second begins at byte 16, because a vec3 is
// aligned like a vec4, and the age at byte 28, where the CPU has put the life. So this one is 48 bytes
// long, and takes 32-byte particles for something else.
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

struct Particle {
    vec3 position;
    vec3 velocity;
    float age;
    float life;
};

const float STEP = 1.0 / float(STEPS_PER_SECOND);

#include "08_indirect/invocation.glsl"

layout(std430, binding = POOL) restrict buffer Pool { Particle pool[]; };
layout(location = PLAN_SLOTS) uniform uint slots;
layout(location = PLAN_PHYSICS) uniform vec4 physics; // as in move.glsl

void main()
{
    uint slot = invocation();
    if (slot >= min(slots, uint(pool.length()))) return; // the pool holds only two thirds of its slots
    Particle p = pool[slot];
    if (p.age >= p.life) return;
    p.velocity.y -= physics.x;
    p.velocity *= physics.y;
    p.position += p.velocity * STEP;
    p.age += STEP;
    pool[slot] = p;
}
