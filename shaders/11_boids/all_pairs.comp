#version 430 core
// Version 1: every boid asks every other one.
// Limit: the number of tests is the square of the number of boids.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#include "11_boids/boid.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    begin(positions[i].xyz, velocities[i].xyz);
    for (uint j = 0u; j < count; j++) {
        vec3 way = nearest_image(positions[j].xyz - here);
        float square = square_of(way);
        if (square < radius * radius && j != i) add(way, square, velocities[j].xyz);
    }
    move_on(i, next_positions[i], next_velocities[i]);
}
