#version 430 core
// The first velocities. Where a star is, the pull says how fast it has to be: in the disc around the axis, at
// the speed that balances the pull, and a little to all sides; in the bulge in all directions alike. Chance
// comes with it: three numbers of a normal distribution in place of the velocity.
// Limit: reading; but it runs only once.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

#include "14_galaxy/mesh_pull.glsl"
#include "14_galaxy/halo.glsl"

// For each galaxy: its middle, kpc, and the length by which its disc gets e times thinner; how it drifts, km/s;
// and how its disc is tilted around the x axis: cosine and sine.
layout(location = GALAXIES) uniform vec4 galaxies[6];

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; }; // w: galaxy, and 2 in the bulge, 4 at rest

vec3 tilted(vec3 v, vec2 tilt) { return vec3(v.x, tilt.x * v.y - tilt.y * v.z, tilt.y * v.y + tilt.x * v.z); }

// The square root if x is above zero; 0 for all else, NaN included.
float root(float x) { return x > 0.0 ? sqrt(x) : 0.0; }

vec3 bulge_velocity(vec3 place, vec3 pull, vec3 chance)
{
    return 0.9 * root(-dot(place, pull) / 3.0) * chance;
}

// [disc]
// What goes to the sides holds a star out, too, so the turning is a little slower.
vec3 disc_velocity(vec3 place, vec3 pull, vec3 chance, float scale)
{
    float r = max(length(place.xz), 1e-6);
    vec2 outwards = place.xz / r;
    float inwards = -dot(pull.xz, outwards);
#if KEPLER
    inwards = gm * weight / (r * r); // BROKEN: most of the mass is not inside
#endif
    float circular = root(r * inwards), spread = 0.1 * circular;
    float less = 0.5 * spread * spread * (2.0 * r / scale - 1.0);
    float around = root(circular * circular - less) + 0.7 * spread * chance.x, out_speed = spread * chance.y;
    return vec3(around * outwards.y + out_speed * outwards.x, 0.5 * spread * chance.z,
                -around * outwards.x + out_speed * outwards.y);
}
// [/disc]

void main()
{
    if (gl_GlobalInvocationID.x >= stars) return;
    vec4 star = velocities[gl_GlobalInvocationID.x];
    vec3 position = positions[gl_GlobalInvocationID.x].xyz, velocity = vec3(0.0);
    uint kind = uint(star.w);
    uint galaxy = 3u * (kind & 1u);
    vec4 middle = galaxies[galaxy];
    vec3 drift = galaxies[galaxy + 1u].xyz;
    vec2 tilt = galaxies[galaxy + 2u].xy, back = vec2(tilt.x, -tilt.y);
    // What pulls at the whole galaxy makes no star go round.
    vec3 pull = mesh_pull(position).xyz - mesh_pull(middle.xyz).xyz + halo_pull(position).xyz;
    vec3 place = tilted(position - middle.xyz, back);
    if (kind < 2u) velocity = disc_velocity(place, tilted(pull, back), star.xyz, middle.w);
    if ((kind & 2u) != 0u) velocity = bulge_velocity(place, tilted(pull, back), star.xyz);
    velocities[gl_GlobalInvocationID.x] = vec4(tilted(velocity, tilt) + drift, 0.0);
}
