#version 430 core
// The hand: a spring and a brake that hold what is near the ray under the pointer. It runs once a frame, in frames in which a hand is in
// the picture.
#include "12_cloth/cloth.glsl"
#include "hand/hand.glsl"

layout(local_size_x = HAND_GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };

layout(location = HAND_TIME) uniform float frame; // s

const float REACH = 0.3;    // m
const float SPRING = 900.0; // 1/s2
const float BRAKE = 50.0;   // 1/s

// [hand]
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(size.x * size.y)) return;
    vec3 way = from_ray(positions[i].xyz);
    vec3 pull = -SPRING * way - BRAKE * across_ray(velocities[i].xyz);
    velocities[i].xyz += frame * hand_weight(way, REACH) * pull;
}
// [/hand]
