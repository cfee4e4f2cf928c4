#version 430 core
// Task: ink, from a blank page. inks[i] says how much ink is in particle i, from 0 to 1. In a step, each gets a share of
// what every other has more, or gives it: `time_step * spread * weight(r)` of the difference, where r is the distance.
// No ink comes from nowhere, and none is lost. All that is there: `count` particles; positions[], vec2, at binding
// PLANE_POSITIONS; inks[], float, at PLANE_INKS; next_inks[], where the new ones go, at PLANE_NEXT_INKS. Groups have
// PLANE_GROUP invocations, and there may be more of them than particles.
// Write the kernel, then run: ./wb check 9.ink
#include "09_sph/slots.h"
#include "09_sph/plane/plane.glsl"

// --- your lines from here ---
layout(local_size_x = PLANE_GROUP) in;

void main() {}
// --- to here ---
