#version 430 core
// BROKEN: cuts the number of groups off at the limit of one dimension, where the rest belongs into
// another. No group moves the particles beyond, or appends them to the next list.
#include "08_indirect/emit.glsl"

uint births_now() { return births; }

uvec3 groups_for(uint count)
{
    return uvec3(min((count + uint(GROUP) - 1u) / uint(GROUP), uint(LIMIT)), 1u, 1u);
}
