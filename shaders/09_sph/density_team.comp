#version 430 core
// As density_packed.comp, by a team of invocations for each particle: see team.glsl.
layout(local_size_x = LANES, local_size_y = TEAMS) in;

#include "09_sph/physics.glsl"
#include "09_sph/neighbours.glsl"
#include "09_sph/walls.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = BODIES) restrict writeonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = MOTIONS) restrict writeonly buffer Motions { vec4 motions[]; };

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
    uint k = team();
    bool is_particle = k < uint(particle_count); // nobody leaves before the barrier in team_sum()
    sum = 0.0;
    if (is_particle) {
        here = positions[k].xyz;
        visit_candidates(here);
    }
    float whole = team_sum(vec3(sum)).x;
    if (!is_particle || lane() != 0u) return; // one of the team writes
    precise float density = mass * whole + wall_density(here);
    bodies[k] = vec4(here, mass / density);
    motions[k] = vec4(velocities[k].xyz, pressure_of(density));
}
