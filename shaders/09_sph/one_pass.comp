#version 430 core
// BROKEN: density and force in one pass. A particle sums up its own density, and goes straight on to
// the forces, which want the densities of its neighbours. Some of those have not been written yet.
layout(local_size_x = GROUP) in;

#include "water/physics.glsl"
#include "09_sph/slots.h"
#include "09_sph/neighbours.glsl"
#include "water/force.glsl"
#include "water/walls.glsl"

layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = DENSITIES) restrict buffer Densities { vec2 densities[]; }; // and pushes
layout(std430, binding = ACCELERATIONS) restrict writeonly buffer Accelerations { vec4 accelerations[]; };

vec3 here, velocity;
precise vec3 sum;
precise float kernels;
vec2 own; // density and push
bool second_time;

void visit(uint j)
{
    vec3 d = here - positions[j].xyz;
    float square = square_of(d);
    if (square >= reach * reach) return;
    if (!second_time) {
        kernels = add_kernel(kernels, inside_at(square));
        return;
    }
    vec2 other = densities[j]; // BROKEN: from which pass?
    precise float elastic = own.y + other.y, volumes = volume_of(1.0 / own.x) * volume_of(1.0 / other.x);
    sum = add_force(sum, d, velocities[j].xyz - velocity, elastic, volumes);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(particle_count)) return;
    here = positions[i].xyz;
    velocity = velocities[i].xyz;
    kernels = 0.0;
    second_time = false;
    visit_candidates(here);
    float open = open_at(here).share;
    precise float density = mass * kernel_factor * kernels / open, push = elastic_slope(density) / open;
    own = vec2(density, push);
    densities[i] = own;
    sum = vec3(0.0);
    second_time = true;
    visit_candidates(here);
    precise vec3 acceleration = sum * (mass * slope_factor) + outer_force(here, own.x, own.y);
    accelerations[i] = vec4(acceleration, 0.0);
}
