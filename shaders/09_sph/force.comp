#version 430 core
// Acceleration: pressure pushes apart, viscosity evens out velocities, gravity pulls down.
layout(local_size_x = GROUP) in;

#include "09_sph/physics.glsl"
#include "09_sph/neighbours.glsl"
#include "09_sph/force.glsl"
#include "09_sph/walls.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = DENSITIES) restrict readonly buffer Densities { float densities[]; };
layout(std430, binding = ACCELERATIONS) restrict writeonly buffer Accelerations { vec4 accelerations[]; };

vec3 here, velocity;
precise vec3 sum;
float pressure;

void visit(uint j)
{
    vec3 d = here - positions[j].xyz;
    float square = square_of(d);
    if (square >= reach * reach) return;
    float density = densities[j];
    precise float pressures = pressure + pressure_of(density), volume = mass / density;
    sum = add_force(sum, d, square, velocities[j].xyz - velocity, pressures, volume);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(particle_count)) return;
    here = positions[i].xyz;
    velocity = velocities[i].xyz;
    pressure = pressure_of(densities[i]);
    sum = vec3(0.0);
    visit_candidates(here);
    precise vec3 acceleration = sum / densities[i] + wall_force(here, pressure, densities[i]);
    accelerations[i] = vec4(acceleration - vec3(0.0, gravity, 0.0), 0.0);
}
