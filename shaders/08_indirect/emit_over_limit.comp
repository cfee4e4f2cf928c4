#version 430 core
// BROKEN: cuts the number of groups off at the limit of one dimension, where the rest belongs into
// another. The particles beyond are in the list, but nobody comes to move them.
#include "08_indirect/emit.glsl"

uint births_now() { return births; }

uvec3 groups_for(uint count)
{
    return uvec3(min((count + uint(GROUP) - 1u) / uint(GROUP), uint(LIMIT)), 1u, 1u);
}
