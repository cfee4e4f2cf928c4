#version 430 core
// The project: your flock, from a blank page. The brief is in lessons/11_boids/README.md, under The project;
// ./wb check 11 --project says how far you have got, and ./wb run 11 --variant project shows it.
//
// This kernel runs once a frame, one invocation for a boid and a few more. Before it, the grid has been
// built: see shaders/grid/. Numbers are those of shaders/11_boids/flock.glsl, with units in
// lessons/11_boids/flock.h: count, box, radius, separation, separate, align, cohere, slowest, cruise,
// fastest, time_step, obstacle, target, shark and others.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#include "11_boids/flock.glsl"

// By number; w is free, but stays with its boid.
layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };
// The grid: cell c has the slots starts[c] to starts[c + 1] - 1; in slot s is boid ids[s], and copies.
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; };
layout(std430, binding = SORTED_POSITIONS) restrict readonly buffer SortedPositions { vec4 sorted_positions[]; };
layout(std430, binding = SORTED_VELOCITIES) restrict readonly buffer SortedVelocities { vec4 sorted_velocities[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    next_positions[i] = positions[i]; // no boid moves yet
    next_velocities[i] = velocities[i];
}
