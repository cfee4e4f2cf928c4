#version 430 core
// Moves the particles along straight lines; at a wall of the box they turn round. Beside the tightly
// packed positions (a vec3 of std430 takes 16 bytes, so they are floats here) it writes `points`,
// whose w holds the bits of the particle's number: one load then brings both.
// Limit: memory.
#include "07_grid/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { float positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };
layout(std430, binding = POINTS) restrict writeonly buffer Points { vec4 points[]; };
layout(std430, binding = MARKS) restrict writeonly buffer Marks { uint marks[]; };
layout(std430, binding = WATCHED) restrict writeonly buffer Watched { uint watched[]; };
layout(location = PARTICLES) uniform uint particles;
layout(location = LOW) uniform vec3 low;
layout(location = HIGH) uniform vec3 high;
layout(location = TIME_STEP) uniform float time_step;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < 3u) watched[i] = 0u;
    if (i >= particles) return;

    vec3 velocity = velocities[i].xyz;
    precise vec3 position = vec3(positions[3u * i], positions[3u * i + 1u], positions[3u * i + 2u]);
    position += velocity * time_step;
    for (int k = 0; k < 3; k++) {
        precise float mirrored = position[k];
        if (position[k] < low[k] && velocity[k] < 0.0) mirrored = low[k] + (low[k] - position[k]);
        if (position[k] > high[k] && velocity[k] > 0.0) mirrored = high[k] - (position[k] - high[k]);
        if (mirrored != position[k]) velocity[k] = -velocity[k];
        positions[3u * i + uint(k)] = mirrored;
        position[k] = mirrored;
    }
    velocities[i] = vec4(velocity, 0.0);
    points[i] = vec4(position, uintBitsToFloat(i));
    marks[i] = 0u; // no search has looked at it yet
}
