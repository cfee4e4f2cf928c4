#version 430 core
// As force_packed.comp, by a team of invocations for each particle: see team.glsl.
layout(local_size_x = LANES, local_size_y = TEAMS) in;

#include "09_sph/physics.glsl"
#include "09_sph/neighbours.glsl"
#include "09_sph/force.glsl"
#include "09_sph/walls.glsl"

layout(std430, binding = BODIES) restrict readonly buffer Bodies { vec4 bodies[]; };    // position, volume
layout(std430, binding = MOTIONS) restrict readonly buffer Motions { vec4 motions[]; }; // velocity, pressure
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; };
layout(std430, binding = STATE_POSITIONS) restrict writeonly buffer StatePositions { vec4 state_positions[]; };
layout(std430, binding = STATE_VELOCITIES) restrict writeonly buffer StateVelocities { vec4 state_velocities[]; };

vec3 here;
precise vec3 sum;
vec4 motion;

void visit(uint j)
{
    vec4 other = bodies[j];
    vec3 d = here - other.xyz;
    float square = square_of(d);
    // A particle at distance 0, such as the particle itself, has no direction to push in.
    if (square >= reach * reach || square == 0.0) return;
    vec4 other_motion = motions[j];
    precise float pressures = motion.w + other_motion.w;
    sum += pair_force(d, square, other_motion.xyz - motion.xyz, pressures) * other.w;
}

void main()
{
    uint k = team();
    bool is_particle = k < uint(particle_count); // nobody leaves before the barrier in team_sum()
    vec4 body;
    sum = vec3(0.0);
    if (is_particle) {
        body = bodies[k];
        here = body.xyz;
        motion = motions[k];
        visit_candidates(here);
    }
    vec3 whole = team_sum(sum);
    if (!is_particle || lane() != 0u) return; // one of the team writes
    precise float density = mass / body.w;
    precise vec3 acceleration = whole / density + wall_force(here, motion.w, density) - vec3(0.0, gravity, 0.0);
    precise vec3 velocity = motion.xyz + time_step * acceleration;
    precise vec3 position = here + time_step * velocity;
    keep_inside(position, velocity);
    uint i = ids[k];
    state_positions[i] = vec4(position, density);
    state_velocities[i] = vec4(velocity, motion.w);
}
