#version 430 core
// The hand: it pushes the water away from the ray under the pointer. It runs once a frame, in frames in which a hand is in the picture.
#include "water/physics.glsl"
#include "hand/hand.glsl"

layout(local_size_x = HAND_GROUP) in;

layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };

const float REACH = 0.6;     // m
const float STRENGTH = 45.0; // m/s2, on the ray
const float FRAME = 1.0 / 60.0;

// [hand]
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(particle_count)) return;
    vec3 way = from_ray(positions[i].xyz);
    float push = STRENGTH * hand_weight(way, REACH) / max(length(way), 1e-3);
    velocities[i].xyz += FRAME * push * way;
}
// [/hand]
