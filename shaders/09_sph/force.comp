#version 430 core
// Acceleration: energy's gradient pushes apart, viscosities take away energy, gravity pulls down.
layout(local_size_x = GROUP) in;

#include "water/physics.glsl"
#include "09_sph/slots.h"
#include "09_sph/neighbours.glsl"
#include "water/force.glsl"
#include "water/walls.glsl"

layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = DENSITIES) restrict readonly buffer Densities { vec2 densities[]; }; // and pushes
layout(std430, binding = ACCELERATIONS) restrict writeonly buffer Accelerations { vec4 accelerations[]; };

vec3 here, velocity;
vec2 own; // density and push
float volume;
precise vec3 sum;

void visit(uint j)
{
    vec3 d = here - positions[j].xyz;
    if (square_of(d) >= reach * reach) return;
    vec2 other = densities[j];
    precise float elastic = own.y + other.y, volumes = volume * volume_of(1.0 / other.x);
    sum = add_force(sum, d, velocities[j].xyz - velocity, elastic, volumes);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(particle_count)) return;
    here = positions[i].xyz;
    velocity = velocities[i].xyz;
    own = densities[i];
    volume = volume_of(1.0 / own.x);
    sum = vec3(0.0);
    visit_candidates(here);
    precise vec3 acceleration = sum * (mass * slope_factor) + outer_force(here, own.x, own.y);
    accelerations[i] = vec4(acceleration, 0.0);
}
