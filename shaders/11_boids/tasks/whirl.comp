#version 430 core
// Task: a whirl. As it stands, boids flee from the ray under the pointer, as in hand.comp. Let them circle it: a boid is pushed
// around the ray, clockwise as you see it, and as hard towards it. Each of the two is STRENGTH times hand_weight(), times the
// boid's distance from the ray as a share of the hand's reach, in m/s2.
// Change the line in the gap, then run: ./wb check 11.whirl
#include "11_boids/flock.glsl"
#include "hand/hand.glsl"

layout(local_size_x = HAND_GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };

const float REACH = 0.3;     // boxes
const float STRENGTH = 60.0; // m/s2

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    float reach = REACH * box;
    vec3 way = from_ray(positions[i].xyz);
    // --- your lines from here ---
    vec3 push = way;
    // --- to here ---
    velocities[i].xyz += time_step * STRENGTH * hand_weight(way, reach) / reach * push;
}
