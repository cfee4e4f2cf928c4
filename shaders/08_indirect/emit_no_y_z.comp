#version 430 core
// BROKEN: writes how many groups there are in x, and leaves y and z as the zeros that they were. The
// number of groups is x * y * z.
#include "08_indirect/emit.glsl"

uint births_now() { return births; }

uvec3 groups_for(uint count) { return uvec3((count + uint(GROUP) - 1u) / uint(GROUP), 0u, 0u); }
