#version 430 core
// Exercise: the tap. `tap` is 1 while the fountain runs, and 0 once somebody has closed it. Then nobody
// is born any more, and when the last particle has died there is nothing left to do: zero groups.
// Write both functions in the gap, then run: ./wb check 8 --variant exercise
#include "08_indirect/emit.glsl"

layout(location = 6) uniform uint tap;

// --- your lines from here ---
// How many are born in this frame. `births` would be, if the tap were open.
uint births_now() { return births; }

// The groups of GROUP invocations for `count` particles, at most LIMIT in x and the rest in y.
uvec3 groups_for(uint count) { return uvec3(count / uint(GROUP) + 1u, 1u, 1u); }
// --- to here ---
