// The part of force_packed.comp, force_team.comp and force_list.comp that is about one particle.
#include "09_sph/physics.glsl"
#include "09_sph/force.glsl"
#include "09_sph/walls.glsl"

layout(std430, binding = BODIES) restrict readonly buffer Bodies { vec4 bodies[]; };    // position, volume
layout(std430, binding = MOTIONS) restrict readonly buffer Motions { vec4 motions[]; }; // velocity, pressure
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; };
layout(std430, binding = STATE_POSITIONS) restrict writeonly buffer StatePositions { vec4 state_positions[]; };
layout(std430, binding = STATE_VELOCITIES) restrict writeonly buffer StateVelocities { vec4 state_velocities[]; };

vec3 here;
float volume;
precise vec3 sum;
vec4 motion;

void visit(uint j)
{
    vec4 other = bodies[j], other_motion = motions[j];
    vec3 d = here - other.xyz;
    precise float pressures = motion.w + other_motion.w;
    sum = add_force(sum, d, square_of(d), other_motion.xyz - motion.xyz, pressures, other.w);
}

void begin(uint k)
{
    here = bodies[k].xyz;
    volume = bodies[k].w;
    motion = motions[k];
    sum = vec3(0.0);
}

// The step in time. `whole`: the sum over all candidates.
void move(uint k, vec3 whole)
{
    precise float density = mass / volume;
    precise vec3 acceleration = whole / density + wall_force(here, motion.w, density) - vec3(0.0, gravity, 0.0);
    precise vec3 velocity = motion.xyz + time_step * acceleration;
    precise vec3 position = here + time_step * velocity;
    keep_inside(position, velocity);
    uint i = ids[k];
    state_positions[i] = vec4(position, density);
    state_velocities[i] = vec4(velocity, motion.w);
}
