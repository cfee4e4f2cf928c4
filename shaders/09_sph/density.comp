#version 430 core
// Density: the sum of the kernel over all particles within the reach, the particle itself included.
layout(local_size_x = GROUP) in;

#include "water/physics.glsl"
#include "09_sph/slots.h"
#include "09_sph/neighbours.glsl"
#include "water/walls.glsl"

layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = DENSITIES) restrict writeonly buffer Densities { vec2 densities[]; }; // and pushes

vec3 here;
precise float sum;

void visit(uint j)
{
    float square = square_of(here - positions[j].xyz);
    if (square < reach * reach) sum = add_kernel(sum, inside_at(square));
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(particle_count)) return;
    here = positions[i].xyz;
    sum = 0.0;
    visit_candidates(here);
    float open = open_at(here).share;
    precise float density = mass * kernel_factor * sum / open, push = elastic_slope(density) / open;
    densities[i] = vec2(density, push);
}
