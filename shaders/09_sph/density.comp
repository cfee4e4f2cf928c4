#version 430 core
// Density: the sum of the kernel over all particles within the reach, the particle itself included.
layout(local_size_x = GROUP) in;

#include "09_sph/physics.glsl"
#include "09_sph/neighbours.glsl"
#include "09_sph/walls.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = DENSITIES) restrict writeonly buffer Densities { float densities[]; };

vec3 here;
precise float sum;

void visit(uint j)
{
    vec3 d = here - positions[j].xyz;
    float square = square_of(d);
    if (square < reach * reach) sum += poly6(square);
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(particle_count)) return;
    here = positions[i].xyz;
    sum = 0.0;
    visit_candidates(here);
    precise float density = mass * sum + wall_density(here);
    densities[i] = density;
}
