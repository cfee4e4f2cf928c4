// The part of density_packed.comp and density_team.comp that is about one particle. What the next pass
// wants to know of a neighbour goes into two vec4: position and volume (m / rho), velocity and pressure.
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

void begin(uint k)
{
    here = positions[k].xyz;
    sum = 0.0;
}

// `whole`: the sum over all candidates.
void pack(uint k, float whole)
{
    precise float density = mass * whole + wall_density(here);
    bodies[k] = vec4(here, mass / density);
    motions[k] = vec4(velocities[k].xyz, pressure_of(density));
}
