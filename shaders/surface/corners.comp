#version 430 core
// Surface, 5 of 9: lists the corners of the candidates, a bit at a time. An invocation for each word
// of the masks.
// Limit: those that find ones keep those waiting that do not.
#include "surface/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = SURFACE_MASKS) restrict readonly buffer Masks { uvec2 masks[]; };
layout(std430, binding = SURFACE_CORNER_STARTS) restrict readonly buffer CornerStarts { uint corner_starts[]; };
layout(std430, binding = SURFACE_CORNER_LIST) restrict writeonly buffer CornerList { uint corner_list[]; };
#include "surface/commands.glsl"
layout(std430, binding = SURFACE_COMMANDS) restrict writeonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"

// If there is no room for all of them, none is computed.
void command_corners(uint count)
{
    bool fits = count <= room.x;
    commands.corners = count;
    commands.corner_groups = groups_for(fits ? (count + GROUP - 1u) / GROUP : 0u);
    if (!fits) commands.lacking = 1u;
}

void main()
{
    uint i = gl_GlobalInvocationID.x, block = i >> 1;
    if (block >= block_count()) return;

    uvec2 corners = masks[MASKS * block + CORNERS];
    uint first = 32u * (i & 1u), left = corners[i & 1u];
    uint at = corner_starts[block] + ones_below(corners, first);
    uint end = at + uint(bitCount(left));
    for (; left != 0u && at < room.x; left &= left - 1u)
        corner_list[at++] = BLOCK * block + first + uint(findLSB(left));
    if (i == 2u * block_count() - 1u) command_corners(end);
}
