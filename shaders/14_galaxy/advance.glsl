// See advance.comp.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

#if FROM_MESH
#include "14_galaxy/mesh_pull.glsl"
#else
layout(location = STARS) uniform uint stars;
layout(location = GM) uniform float gm; // G times the mass of a star, kpc (km/s)2
#endif
#include "14_galaxy/halo.glsl"
#include "reduce/group.glsl"

layout(location = TIME) uniform float time;     // the step, kpc/(km/s), as the next two
layout(location = BEFORE) uniform float before; // of the half kick that ends the step before
layout(location = AFTER) uniform float after;   // of the one that begins this step
layout(location = SLICES) uniform uint slices;  // of pulls to add up

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };
layout(std430, binding = ENERGIES) restrict writeonly buffer Energies { vec4 energies[]; }; // a group's sums

#if FROM_MESH
vec4 own_pull(uint i, vec3 position) { return mesh_pull(position); }
#else
layout(std430, binding = PULLS) restrict readonly buffer Pulls { vec4 pulls[]; };

vec4 own_pull(uint i, vec3 position)
{
    vec4 pull = vec4(0.0);
    for (uint slice = 0u; slice < slices; slice++) pull += pulls[slice * stars + i];
    return gm * pull;
}
#endif

// [kicks]
// Returns kinetic energy, own potential energy, that in the halo, and angular momentum, all per unit of
// mass, times the star's mass.
vec4 advance(uint i)
{
    vec4 position = positions[i];
    vec3 velocity = velocities[i].xyz;
    vec4 pull = own_pull(i, position.xyz), outer = halo_pull(position.xyz);
#if HOLE
    outer += hole_pull(position.xyz);
#endif
    vec3 kick = pull.xyz + outer.xyz;
    vec3 now = velocity + before * kick, next = now + after * kick;
#if EULER
    next_positions[i] = vec4(position.xyz + time * now, position.w); // BROKEN: with the velocity before the kick
#else
    next_positions[i] = vec4(position.xyz + time * next, position.w);
#endif
    next_velocities[i] = vec4(next, velocities[i].w);
    float turning = position.z * now.x - position.x * now.z;
    // Half of the own potential energy: each pair is seen from both of its ends.
    return position.w * vec4(0.5 * dot(now, now), 0.5 * pull.w, outer.w, turning);
}
// [/kicks]

void main()
{
    uint i = gl_GlobalInvocationID.x;
    vec4 sum = group_sum(i < stars ? advance(i) : vec4(0.0));
    if (gl_LocalInvocationIndex == 0u) energies[gl_WorkGroupID.x] = sum;
}
