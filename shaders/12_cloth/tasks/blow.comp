#version 430 core
// Task: a hair dryer. As it stands, the hand pulls the cloth to the ray under the pointer, as in hand.comp. Let it blow along the
// ray: air presses at a right angle to the cloth, whichever side it hits, and in proportion to its speed through the cloth. For
// air along hand_way that is an acceleration of STRENGTH m/s2 where the cloth faces the ray, and of 0 where it lies along the ray.
// air[i].xyz is the cloth's normal, of length 1; it may point to either side.
// Change the line in the gap, then run: ./wb check 12.blow
#include "12_cloth/cloth.glsl"
#include "hand/hand.glsl"

layout(local_size_x = HAND_GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };
layout(std430, binding = AIR) restrict readonly buffer Air { vec4 air[]; };

layout(location = HAND_TIME) uniform float frame; // s

const float REACH = 0.5;      // m
const float STRENGTH = 200.0; // m/s2

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(size.x * size.y)) return;
    vec3 way = from_ray(positions[i].xyz), normal = air[i].xyz;
    // --- your lines from here ---
    vec3 push = -STRENGTH * way;
    // --- to here ---
    velocities[i].xyz += frame * hand_weight(way, REACH) * push;
}
