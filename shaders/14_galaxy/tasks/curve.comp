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

void main() {}
// --- to here ---
