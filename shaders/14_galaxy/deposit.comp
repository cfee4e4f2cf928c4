#version 430 core
// Each star's mass goes to the eight nodes around it, as whole numbers: 2^BITS units are one star. The
// sum of whole numbers is the same in any order, so the atomics may come as they like.
// Limit: eight atomics a star; near the middle, many stars want the same nodes.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

#include "14_galaxy/cloud.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; }; // w: mass, in stars
layout(std430, binding = MASSES) restrict buffer Masses { uint masses[]; };

// [shares]
// The share of a corner, in units, rounded down.
uint units_of(Cloud cloud, int corner, uint units) { return uint(share_of(cloud, corner) * float(units)); }

void main()
{
    if (gl_GlobalInvocationID.x >= stars) return;
    vec4 star = positions[gl_GlobalInvocationID.x];
    Cloud cloud = cloud_of(star.xyz);
    if (!cloud.inside) return; // far out, it neither gives nor takes: see advance.comp
    uint units = uint(star.w) << BITS, left = units;
    // The corner that is nearest has the largest share, and gets what rounding leaves over.
    bvec3 far = greaterThanEqual(cloud.share, vec3(0.5));
    int nearest = int(far.x) + 2 * int(far.y) + 4 * int(far.z);
    for (int corner = 0; corner < 8; corner++)
        if (corner != nearest) {
            uint share = units_of(cloud, corner, units);
            left -= share;
            atomicAdd(masses[node_of(cloud, corner)], share);
        }
    atomicAdd(masses[node_of(cloud, nearest)], left);
}
// [/shares]
