#version 430 core
// Four stars an invocation: each source that is read from shared memory serves four pairs. The sources
// are cut into slices, a row of groups for each, or too few groups would remain; advance.comp adds up.
// Limit: arithmetic.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

#include "14_galaxy/pull.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = PULLS) restrict writeonly buffer Pulls { vec4 pulls[]; }; // [slice][star]
layout(location = SLICE_LENGTH) uniform uint slice; // sources in one

shared vec4 tile[GROUP];

void main()
{
    uint me = gl_LocalInvocationIndex, first = gl_WorkGroupID.x * 4u * GROUP + me;
    uint begin = gl_WorkGroupID.y * slice, end = min(begin + slice, stars);
    vec3 here[4];
    vec4 sums[4];
    for (uint s = 0u; s < 4u; s++) {
        uint i = first + s * GROUP;
        here[s] = i < stars ? positions[i].xyz : vec3(0.0);
        sums[s] = vec4(0.0);
    }
    for (; begin < end; begin += GROUP) {
        tile[me] = begin + me < end ? positions[begin + me] : vec4(0.0);
        barrier(); // all of the tile is there
        for (uint k = 0u; k < GROUP; k++) {
            vec4 body = tile[k];
            for (uint s = 0u; s < 4u; s++) sums[s] += pull_of(body, here[s]);
        }
        barrier(); // no invocation reads it any more
    }
    for (uint s = 0u; s < 4u; s++) {
        uint i = first + s * GROUP;
        if (i < stars) pulls[gl_WorkGroupID.y * stars + i] = sums[s];
    }
}
