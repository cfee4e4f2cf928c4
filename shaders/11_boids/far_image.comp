#version 430 core
// BROKEN: version 1, which finds the neighbours across the seam, and then takes the way to them that
// leads through the whole box.
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
        if (square < radius * radius && j != i) add(positions[j].xyz - here, square, velocities[j].xyz); // BROKEN: the long way
    }
    move_on(i, next_positions[i], next_velocities[i]);
}
