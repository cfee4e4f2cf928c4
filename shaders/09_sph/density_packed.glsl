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
    precise float inside = max(reach * reach - square_of(d), 0.0); // 0 beyond the reach
    sum = fma(inside * inside, inside, sum);
}

void begin(uint k)
{
    here = positions[k].xyz;
    sum = 0.0;
}

// `whole`: the sum over all candidates. What is the same for all of them is multiplied here, once.
void pack(uint k, float whole)
{
    precise float density = mass * poly6_factor * whole + wall_density(here);
    bodies[k] = vec4(here, mass / density);
    motions[k] = vec4(velocities[k].xyz, pressure_of(density));
}
