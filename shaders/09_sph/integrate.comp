#version 430 core
// The step in time. Writes the state, in the particles' own order.
layout(local_size_x = GROUP) in;

#include "water/physics.glsl"
#include "09_sph/slots.h"
#include "water/walls.glsl"

layout(std430, binding = DENSITIES) restrict readonly buffer Densities { vec2 densities[]; }; // and pushes
layout(std430, binding = ACCELERATIONS) restrict readonly buffer Accelerations { vec4 accelerations[]; };
#if VERSION >= SORTED
layout(std430, binding = WATER_IDS) restrict readonly buffer Ids { uint ids[]; };
uint particle_at(uint k) { return ids[k]; }
#else
uint particle_at(uint k) { return k; }
#endif
layout(std430, binding = WATER_POSITIONS) restrict buffer StatePositions { vec4 state_positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict buffer StateVelocities { vec4 state_velocities[]; };

void main()
{
    uint k = gl_GlobalInvocationID.x; // the place in the order that densities and accelerations have
    if (k >= uint(particle_count)) return;
    uint i = particle_at(k);
    Moved moved = move_on(state_positions[i].xyz, state_velocities[i].xyz, accelerations[k].xyz);
    state_positions[i] = vec4(moved.position, densities[k].x);
    state_velocities[i] = vec4(moved.velocity, moved.kinetic);
}
