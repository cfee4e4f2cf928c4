#version 430 core
// Every star asks every source: the other stars, or cells of them. A group fetches a tile of sources
// together, and then each invocation goes through it. A dispatch takes a slice of the sources.
// Limit: arithmetic, once there are stars enough to fill the machine.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

#include "14_galaxy/pull.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = SOURCES) restrict readonly buffer Sources { vec4 sources[]; }; // w: mass, in stars
layout(std430, binding = PULLS) restrict buffer Pulls { vec4 pulls[]; };
layout(location = FIRST) uniform uint first; // the slice: from this source on,
layout(location = SLICE_COUNT) uniform uint count; // this many sources
#if OCCUPIED
layout(std430, binding = COMMANDS) restrict readonly buffer Commands { uvec4 commands[]; }; // w: sources in all
#endif

// [pairs]
shared vec4 tile[GROUP];

void main()
{
    uint i = gl_GlobalInvocationID.x, me = gl_LocalInvocationIndex;
    bool is_star = i < stars;
    vec3 here = is_star ? positions[i].xyz : vec3(0.0);
    vec4 sum = is_star && first > 0u ? pulls[i] : vec4(0.0);
#if OCCUPIED
    uint end = min(first + count, commands[0].w);
#else
    uint end = first + count;
#endif
    // [asks]
    for (uint begin = first; begin < end; begin += GROUP) {
#if RAGGED
        if (begin + me < end) tile[me] = sources[begin + me]; // BROKEN: what else stands in the tile pulls, too
#else
        tile[me] = begin + me < end ? sources[begin + me] : vec4(0.0); // without mass, it pulls no star
#endif
        barrier(); // all of the tile is there
        for (uint k = 0u; k < GROUP; k++) sum += pull_of(tile[k], here);
        barrier(); // no invocation reads it any more
    }
    if (is_star) pulls[i] = sum;
    // [/asks]
}
// [/pairs]
