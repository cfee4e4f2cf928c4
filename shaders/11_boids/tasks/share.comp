#version 430 core
// Task: share the loads. All invocations of the group look at the same boid at the same time. So let the group load GROUP
// boids at a time into shared memory: each invocation one, boid first + me, if there is such a boid. Then all of them read
// those from there. Between writing and reading the tile, and before the next one overwrites it, the group has to wait.
// Change the lines in the gap, then run: ./wb check 11.share
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
        // --- your lines from here ---
        tile_positions[me] = positions[own]; // a start: the same tile in every round, and nobody waits
        tile_velocities[me] = velocities[own];
        // --- to here ---
        for (uint j = 0u; j < min(uint(GROUP), count - first); j++) {
            vec3 way = nearest_image(tile_positions[j].xyz - here);
            float square = square_of(way);
            if (square < radius * radius && first + j != i) add(way, square, tile_velocities[j].xyz);
        }
    }
    if (i < count) move_on(i, next_positions[i], next_velocities[i]);
}
