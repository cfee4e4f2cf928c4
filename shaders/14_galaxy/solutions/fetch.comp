#version 430 core
// Task: mend it. Every star asks every source, and a group fetches them into shared memory in tiles of 256. The last group
// has more invocations than stars. Those without a star add up nothing, and here they fetch nothing either. Now its stars
// are pulled too weakly. The check counts how often you read buffers: a group is to fetch each source once.
// Find out why, mend the lines in the gap, then run: ./wb check 14.fetch
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

#include "14_galaxy/pull.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = SOURCES) restrict readonly buffer Sources { vec4 sources[]; }; // w: mass, in stars
layout(std430, binding = PULLS) restrict buffer Pulls { vec4 pulls[]; };
layout(location = FIRST) uniform uint first; // the dispatch asks from this source on,
layout(location = SLICE_COUNT) uniform uint count; // this many of them

shared vec4 tile[GROUP];

void main()
{
    uint i = gl_GlobalInvocationID.x, me = gl_LocalInvocationIndex, end = first + count;
    // --- your lines from here ---
    bool is_star = i < stars;
    vec3 here = is_star ? positions[i].xyz : vec3(0.0);
    vec4 sum = is_star && first > 0u ? pulls[i] : vec4(0.0);
    for (uint begin = first; begin < end; begin += GROUP) {
        tile[me] = begin + me < end ? sources[begin + me] : vec4(0.0); // also without a star of its own
        barrier(); // all of the tile is there
        for (uint k = 0u; k < GROUP; k++) sum += pull_of(tile[k], here);
        barrier(); // no invocation reads it any more
    }
    if (is_star) pulls[i] = sum;
    // --- to here ---
}

// --- as shipped ---
//     bool is_star = i < stars;
//     vec3 here = is_star ? positions[i].xyz : vec3(0.0);
//     vec4 sum = is_star && first > 0u ? pulls[i] : vec4(0.0);
//     for (uint begin = first; begin < end; begin += GROUP) {
//         tile[me] = is_star && begin + me < end ? sources[begin + me] : vec4(0.0);
//         barrier(); // all of the tile is there
//         for (uint k = 0u; k < GROUP; k++) sum += pull_of(tile[k], here);
//         barrier(); // no invocation reads it any more
//     }
//     if (is_star) pulls[i] = sum;
