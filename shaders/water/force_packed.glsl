// The part of a force kernel that is about one particle.
#include "water/physics.glsl"
#include "water/force.glsl"
#include "water/walls.glsl"

layout(std430, binding = WATER_BODIES) restrict readonly buffer Bodies { vec4 bodies[]; };    // position, push
layout(std430, binding = WATER_MOTIONS) restrict readonly buffer Motions { vec4 motions[]; }; // velocity, 1 / density
layout(std430, binding = WATER_IDS) restrict readonly buffer Ids { uint ids[]; };
layout(std430, binding = WATER_POSITIONS) restrict writeonly buffer StatePositions { vec4 state_positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict writeonly buffer StateVelocities { vec4 state_velocities[]; };

vec4 body, motion;
float volume;
precise vec3 sum;

void visit(uint j)
{
    vec4 other = bodies[j], other_motion = motions[j];
    precise float elastic = body.w + other.w, volumes = volume * volume_of(other_motion.w);
    sum = add_force(sum, body.xyz - other.xyz, other_motion.xyz - motion.xyz, elastic, volumes);
}

void begin(uint k)
{
    body = bodies[k];
    motion = motions[k];
    volume = volume_of(motion.w);
    sum = vec3(0.0);
}

// The step in time. `whole`: the sum over all candidates.
void move(uint k, vec3 whole)
{
    precise float density = 1.0 / motion.w;
    precise vec3 acceleration = whole * (mass * slope_factor) + outer_force(body.xyz, density, body.w);
    Moved moved = move_on(body.xyz, motion.xyz, acceleration);
    uint i = ids[k];
    state_positions[i] = vec4(moved.position, density);
    state_velocities[i] = vec4(moved.velocity, moved.kinetic);
}
