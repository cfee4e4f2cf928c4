#version 430 core
// The hand: a heavy star where the pointer is. It runs in frames in which a hand is in the picture.
#include "14_galaxy/slots.h"
#include "hand/hand.glsl"

layout(local_size_x = HAND_GROUP) in;

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };

layout(location = STARS) uniform uint stars;
layout(location = GM) uniform float gm;     // G times the mass of the heavy star, kpc (km/s)2
layout(location = TIME) uniform float time; // the step, kpc/(km/s)

const float CORE = 0.5; // kpc: nearer than that, the pull gets weaker

// [hand]
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= stars) return;
    vec3 way = hand_place - positions[i].xyz;
    float square = dot(way, way) + CORE * CORE;
    velocities[i].xyz += time * gm * way / (square * sqrt(square));
}
// [/hand]
