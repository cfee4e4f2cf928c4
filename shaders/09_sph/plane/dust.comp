#version 430 core
// Dust: it falls to the floor. Each particle is on its own.
layout(local_size_x = PLANE_GROUP) in;

#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"

layout(std430, binding = PLANE_POSITIONS) restrict readonly buffer Positions { vec2 positions[]; };
layout(std430, binding = PLANE_VELOCITIES) restrict readonly buffer Velocities { vec2 velocities[]; };
layout(std430, binding = PLANE_NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec2 next_positions[]; };
layout(std430, binding = PLANE_NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec2 next_velocities[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    precise vec2 velocity = velocities[i] + time_step * vec2(0.0, -gravity);
    precise vec2 position = positions[i] + time_step * velocity;
    if (position.y < gap) velocity.y = 0.0; // the floor stops it
    next_velocities[i] = velocity;
    next_positions[i] = vec2(position.x, max(position.y, gap));
}
