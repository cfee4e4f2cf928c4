#version 430 core
// Task: a team's sum. Here a work group of PLANE_LANES invocations works for one particle, i. Its invocations, the
// lanes, share in the sum: each adds up some of the particles, and then they put their shares together. A particle
// sees others from up to four places: itself, and its images behind walls.
// Write that in the gap, then run: ./wb check 9.shares
#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"
#include "09_sph/plane/images.glsl"

layout(local_size_x = PLANE_LANES) in;

layout(std430, binding = PLANE_POSITIONS) restrict readonly buffer Positions { vec2 positions[]; };
layout(std430, binding = PLANE_CROWDS) restrict writeonly buffer Crowds { float crowds[]; };

shared float shares[PLANE_LANES];

void main()
{
    uint i = gl_WorkGroupID.x, lane = gl_LocalInvocationID.x; // there is a group for each particle, and none more
    float share = 0.0;
    // --- your lines from here ---
    for (uint j = lane; j < count; j += uint(PLANE_LANES)) share += weight(distance(positions[i], positions[j]));
    shares[lane] = share; // a start: no image is counted, and each has but its own share
    // --- to here ---
    if (lane == 0u) crowds[i] = shares[0];
}
