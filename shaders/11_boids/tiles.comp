#version 430 core
// Version 2: the group loads GROUP boids at a time into shared memory, and every invocation asks those.
// Limit: the same tests, though with loads that are next to free.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#include "11_boids/boid.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };

shared vec4 tile_positions[GROUP], tile_velocities[GROUP];

void main()
{
    uint i = gl_GlobalInvocationID.x, me = gl_LocalInvocationID.x;
    uint own = min(i, count - 1u); // no invocation leaves before the barriers
    begin(positions[own].xyz, velocities[own].xyz);
    for (uint first = 0u; first < count; first += uint(GROUP)) {
        uint mine = min(first + me, count - 1u), end = min(uint(GROUP), count - first);
        barrier(); // the tile before has been read
        tile_positions[me] = positions[mine];
        tile_velocities[me] = velocities[mine];
        barrier(); // the tile is there
        for (uint j = 0u; j < end; j++) {
            vec3 way = nearest_image(tile_positions[j].xyz - here);
            float square = square_of(way);
            if (square < radius * radius && first + j != i) add(way, square, tile_velocities[j].xyz);
        }
    }
    if (i < count) move_on(i, next_positions[i], next_velocities[i]);
}
