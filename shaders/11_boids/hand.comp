#version 430 core
// The hand: boids flee from the ray under the pointer. It runs in frames in which a hand is in the picture.
#include "11_boids/flock.glsl"
#include "hand/hand.glsl"

layout(local_size_x = HAND_GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };

const float REACH = 0.15;  // boxes
const float STRENGTH = 60.0; // m/s2, on the ray

// [hand]
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    vec3 way = from_ray(positions[i].xyz);
    float push = STRENGTH * hand_weight(way, REACH * box) / max(length(way), 1e-3);
    velocities[i].xyz += time_step * push * way;
}
// [/hand]
