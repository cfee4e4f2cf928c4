#version 430 core
// Task: the level. No more than `most` may be in the air at a time, including those that are born in this
// frame. The CPU announces `births`, without knowing how many live (now.living, from the last frame; they may
// be more than `most`, if you have just moved it down). Your kernel lets as many of them be born as there
// is room for, and writes down the work groups for the next dispatch, which is move_fours.comp: each of a
// group's GROUP invocations moves EACH particles. For no particle there are no groups.
// Write both functions in the gap, then run: ./wb check 8.level
#include "08_indirect/slots.h"
#include "08_indirect/emit.glsl"

layout(location = MOST) uniform uint most;

// --- your lines from here ---
// How many are born in this frame: `births`, or fewer.
uint births_now()
{
    uint room = most - min(now.living, most); // 0 where most - now.living would be far below
    return min(births, room);
}

// The groups for `count` particles, at most LIMIT in one dimension. 08_indirect/invocation.glsl tells how
// they are numbered.
uvec3 groups_for(uint count)
{
    uint a_group = uint(GROUP * EACH), groups = (count + a_group - 1u) / a_group; // 0 for 0
    uint rows = max((groups + uint(LIMIT) - 1u) / uint(LIMIT), 1u);
    return uvec3((groups + rows - 1u) / rows, rows, 1u);
}
// --- to here ---

// --- as shipped ---
// // How many are born in this frame: `births`, or fewer.
// uint births_now() { return births; }
//
// // The groups for `count` particles, at most LIMIT in one dimension. 08_indirect/invocation.glsl tells how
// // they are numbered.
// uvec3 groups_for(uint count) { return uvec3(1u); }
