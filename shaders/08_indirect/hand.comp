#version 430 core
// The hand: a wind that blows away from the ray under the pointer. It runs in frames in which a hand is in the picture.
#include "08_indirect/slots.h"

layout(local_size_x = GROUP) in;

#include "08_indirect/particle.glsl"
#include "08_indirect/invocation.glsl"
#include "hand/hand.glsl"

layout(std430, binding = POOL) restrict buffer Pool { Particle pool[]; };
layout(location = PLAN_SLOTS) uniform uint slots;

const float REACH = 0.7;   // m
const float STRENGTH = 60.0; // m/s2, on the ray

// [hand]
void main()
{
    uint slot = invocation();
    if (slot >= slots) return;
    Particle p = pool[slot];
    if (!is_alive(p)) return;
    vec3 way = from_ray(p.position.xyz);
    float push = STRENGTH * hand_weight(way, REACH) / max(length(way), 1e-3);
    pool[slot].velocity.xyz += STEP * push * way;
}
// [/hand]
