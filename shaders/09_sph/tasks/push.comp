#version 430 core
// Task: the push. As plain_step.comp; what neighbour j does to particle i is yours. densities[i] has two numbers,
// the density and p, what the energy grows by with the sum. `push` is to be  u^3 (p_i + p_j + friction) (x_i - x_j),
// with u = 1 - r / reach, and 0 from the reach on; what is in front of it is multiplied later.
// Write that in the gap, then run: ./wb check 9.push
layout(local_size_x = GROUP) in;

#include "water/physics.glsl"
#include "09_sph/slots.h"

layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = DENSITIES) restrict readonly buffer Densities { vec2 densities[]; }; // and pushes
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };

// How fast a wall at this distance opens, as a share of what is open already, in 1/m.
float opening(float distance)
{
    precise float u = max(1.0 - distance / reach, 0.0), u2 = u * u, u5 = u2 * u2 * u;
    precise float slope = 21.0 / reach * u5 * (1.0 + u * (-1.5 + 4.0 / 7.0 * u));
    precise float opens = slope / (1.0 - u5 * u * (3.5 + u * (-4.5 + 1.5 * u)));
    return opens;
}

// What neighbour j does to particle i. It still lacks the factor mass * slope_factor.
vec3 push_from(uint j, uint i)
{
    vec3 d = positions[i].xyz - positions[j].xyz, v = velocities[j].xyz - velocities[i].xyz;
    float square = square_of(d);
    precise float closer = fma(v.z, d.z, fma(v.y, d.y, v.x * d.x)); // they come closer, or part
    precise float friction = 10.0 * viscosity * closer +
                             artificial * sound_speed * rest_density * reach * max(closer, 0.0);
    friction /= (square + 0.001 * reach * reach) * max(densities[i].x, rest_density) * max(densities[j].x, rest_density);
    precise vec3 push = vec3(0.0);
    // --- your lines from here ---
    // --- to here ---
    return push;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(particle_count)) return;
    vec3 x = positions[i].xyz, v = velocities[i].xyz;
    float density = densities[i].x;
    precise vec3 sum = vec3(0.0);
    for (uint j = 0u; j < uint(particle_count); j++) sum += push_from(j, i);
    precise vec3 walls = vec3(opening(x.x) - opening(box.x - x.x), opening(x.y), opening(x.z) - opening(box.z - x.z));
    precise vec3 a = sum * (mass * slope_factor) + walls * (elastic_slope(density) * density) - vec3(0.0, gravity, 0.0);

    precise vec3 velocity = v + time_step * a; // half a step ahead of the position: leapfrog
    precise vec3 position = x + time_step * velocity;
    precise vec3 middle = v + 0.5 * time_step * a; // for the ledger of energies
    vec3 low = vec3(gap), high = max(low, box - gap);
    velocity = mix(velocity, max(velocity, 0.0), lessThan(position, low)); // a wall swallows what goes against it
    velocity = mix(velocity, min(velocity, 0.0), greaterThan(position, high));
    next_positions[i] = vec4(min(max(position, low), high), density);
    next_velocities[i] = vec4(velocity, 0.5 * square_of(middle));
}
