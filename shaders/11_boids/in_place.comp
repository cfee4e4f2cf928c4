#version 430 core
// BROKEN: version 1 without a second buffer. A boid reads neighbours that have moved already, and
// others that have not.
layout(local_size_x = GROUP) in;

#include "11_boids/boid.glsl"

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    begin(positions[i].xyz, velocities[i].xyz);
    for (uint j = 0u; j < count; j++) {
        vec3 way = nearest_image(positions[j].xyz - here); // BROKEN: before or after it has moved?
        float square = square_of(way);
        if (square < radius * radius && j != i) add(way, square, velocities[j].xyz);
    }
    move_on(i, positions[i], velocities[i]);
}
