#version 430 core
// Task: the whole flock. One invocation flies one boid: it asks all others, and writes where it is
// and how fast it flies one step later. The model stands in lessons/11_boids/further/rules.md; the numbers are
// those of 11_boids/flock.glsl. What is around the flock does not matter here: no noise, no obstacle.
// Positions are from 0 to box along each axis: what leaves the box comes in at the opposite face. The w of both results is free.
// Write that in the gap, then run: ./wb check 11.flock
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#include "11_boids/flock.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };

// --- your lines from here ---
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    next_positions[i] = positions[i]; // nobody moves yet
    next_velocities[i] = velocities[i];
}
// --- to here ---
