// The part of density_packed.comp, density_team.comp and density_list.comp that is about one particle. What the next pass
// wants to know of a neighbour goes into two vec4: position and volume (m / rho), velocity and pressure.
#include "09_sph/physics.glsl"
#include "09_sph/neighbours.glsl"
#include "09_sph/walls.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; };
layout(std430, binding = STATE_VELOCITIES) restrict readonly buffer StateVelocities { vec4 state_velocities[]; };
layout(std430, binding = BODIES) restrict writeonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = MOTIONS) restrict writeonly buffer Motions { vec4 motions[]; };

vec3 here;
precise float sum, reach_square = reach * reach;

// Adds what candidate j contributes. Returns what its distance, squared, leaves of the reach, squared: below 0, it is
// beyond.
float add(uint j)
{
    vec3 d = here - positions[j].xyz;
    precise float left = reach_square - square_of(d), inside = max(left, 0.0);
    sum = fma(inside * inside, inside, sum);
    return left;
}

void visit(uint j)
{
    add(j);
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
    motions[k] = vec4(state_velocities[ids[k]].xyz, pressure_of(density));
}
