#version 430 core
// Task: the rotation curve, from blank pages. This is one of them, the kernel; the other is
// lessons/14_galaxy/tasks/curve.c, which dispatches it. How fast do the stars go round, near the middle and far
// out? Each star belongs to a ring around the y axis, a quarter of a kpc wide: to the one whose number is
// sqrt(x^2 + z^2), times RINGS_PER_KPC, rounded down, and to none from number RINGS = 64 on. Its speed around
// the axis is (z v_x - x v_z) / sqrt(x^2 + z^2), which is below 0 for those that go the other way; on the axis
// itself it is 0. Of each ring we want the mean speed, km/s, within 0.05, and the number of stars; 0 and 0 where
// there are none. And the same bits in every run, for up to half a million stars, be they all in one ring; none is
// faster than 1,000 km/s. The check counts atomics: a group adds its stars in shared memory, and its sums to a buffer.
// Write both, then run: ./wb check 14.curve
#include "14_galaxy/slots.h"

// --- your lines from here ---
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = 1) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = 2) restrict buffer Totals { int totals[]; }; // of each ring: a sum's two parts, a count
layout(std430, binding = 3) restrict writeonly buffer Curve { vec2 curve[]; };
layout(location = 0) uniform uint stars;
layout(location = 1) uniform uint turn; // 0: the dispatch that empties; 1: the one that adds; 2: that divides

const float UNITS = 64.0; // to a km/s: 256 stars at 1,000 km/s are 16,384,000; but a million do not fit into an int
shared int sums[RINGS], counts[RINGS];

void add(uint i)
{
    vec3 x = positions[i].xyz, v = velocities[i].xyz;
    float r = length(x.xz), speed = r > 0.0 ? (x.z * v.x - x.x * v.z) / r : 0.0;
    if (r * float(RINGS_PER_KPC) >= float(RINGS)) return;
    int ring = int(r * float(RINGS_PER_KPC));
    atomicAdd(sums[ring], int(round(speed * UNITS)));
    atomicAdd(counts[ring], 1);
}

void main()
{
    uint me = gl_LocalInvocationIndex, i = gl_GlobalInvocationID.x;
    if (turn == 0u && me < 3u * RINGS) totals[me] = 0;
    if (turn == 2u && me < RINGS) {
        int count = totals[3u * me + 2u];
        float sum = 65536.0 * float(totals[3u * me + 1u]) + float(totals[3u * me]);
        curve[me] = vec2(sum / (UNITS * float(max(count, 1))), float(count));
    }
    if (turn != 1u) return; // the same for all
    if (me < RINGS) sums[me] = counts[me] = 0;
    barrier(); // they are 0 before any adds
    if (i < stars) add(i);
    barrier(); // all have added
    if (me < RINGS && counts[me] > 0) {
        atomicAdd(totals[3u * me], sums[me] & 0xffff);   // 3,907 groups add 65,535 each at the most
        atomicAdd(totals[3u * me + 1u], sums[me] >> 16); // rounded down, and below 0 for those that go the other way
        atomicAdd(totals[3u * me + 2u], counts[me]);
    }
}
// --- to here ---

// --- as shipped ---
// layout(local_size_x = GROUP) in;
//
// void main() {}
