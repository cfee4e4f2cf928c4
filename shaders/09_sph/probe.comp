#version 430 core
// Everything about the picked particle: one work group asks all particles. It takes the
// densities of the last step, at the present positions.
#include "09_sph/slots.h"

layout(local_size_x = PROBE_GROUP) in;

#include "water/physics.glsl"
#include "water/force.glsl"
#include "water/walls.glsl"

layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = WATER_VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = PROBE) restrict writeonly buffer Probe {
    vec4 place;  // x, y, z; density
    vec4 motion; // velocity; pressure
    vec4 force;  // acceleration; the number of neighbours
};
layout(location = PICKED) uniform uint picked;

// The density is in `place`.
float push_of(vec4 place)
{
    return elastic_slope(place.w) / open_at(place.xyz).share;
}

#define REDUCE_GROUP PROBE_GROUP
#include "reduce/group.glsl"

void main()
{
    uint me = gl_LocalInvocationIndex;
    vec4 here = positions[picked], going = velocities[picked], sum = vec4(0.0);
    float own = push_of(here);
    for (uint j = me; j < uint(particle_count); j += PROBE_GROUP) {
        vec4 other = positions[j], other_going = velocities[j];
        vec3 d = here.xyz - other.xyz;
        float square = square_of(d);
        if (square >= reach * reach || j == picked) continue;
        float elastic = own + push_of(other), volumes = volume_of(1.0 / here.w) * volume_of(1.0 / other.w);
        sum = vec4(add_force(sum.xyz, d, other_going.xyz - going.xyz, elastic, volumes), sum.w + 1.0);
    }
    sum = group_sum(sum);
    if (me > 0u) return;
    place = here;
    motion = vec4(going.xyz, here.w * here.w * elastic_slope(here.w));
    vec3 neighbours = sum.xyz * (mass * slope_factor);
    force = vec4(neighbours + outer_force(here.xyz, here.w, own), sum.w);
}
