#version 430 core
// The cells with stars in them, one after the other, each at the place that a scan has found for it;
// and how many there are, as the work groups of the slices that are to be gone through.
// Limit: reading and writing.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

layout(location = CELLS) uniform uint cells;
layout(location = SLICE_SIZE) uniform uint slice;        // cells in one
layout(location = STAR_GROUPS) uniform uint star_groups; // that a slice is for
layout(std430, binding = CENTRES) restrict readonly buffer Centres { vec4 centres[]; };
layout(std430, binding = FLAGS) restrict readonly buffer Flags { uint flags[]; };
layout(std430, binding = PLACES) restrict readonly buffer Places { uint places[]; };
layout(std430, binding = LIST) restrict writeonly buffer List { vec4 list[]; };
layout(std430, binding = COMMANDS) restrict writeonly buffer Commands { uvec4 commands[]; }; // w: cells in all

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= cells) return;
    if (flags[i] == 1u) list[places[i]] = centres[i];
    uint all = places[cells - 1u] + flags[cells - 1u];
    if (i * slice < cells) commands[i] = uvec4(i * slice < all ? star_groups : 0u, 1u, 1u, all);
}
