#version 430 core
// Moves the particles. Positions and velocities are fractions of the box in 32-bit fixed point, so that
// leaving on the right and coming in on the left is what an overflowing addition does by itself.
// Limit: reading and writing the particles.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict buffer Particles { uvec4 particles[]; }; // position, velocity
layout(location = 0) uniform uint count;

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index();
    if (i < count) particles[i].xy += particles[i].zw;
}
