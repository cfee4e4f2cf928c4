#version 430 core
// Plain, 3: lists the blocks in and around which some cells hold particles and some do not.
// Limit: atomic operations on one counter, and on the number of work groups.
layout(local_size_x = GROUP) in;

#include "15_surface/slots.h"

layout(std430, binding = BLOCK_COUNTS) restrict readonly buffer BlockCounts { uint block_counts[]; };
layout(std430, binding = LIST) restrict writeonly buffer List { uint list[]; };
#include "surface/commands.glsl"
layout(std430, binding = COMMANDS) restrict buffer TheCommands { Commands commands; };

#include "15_surface/append.glsl"
#include "surface/surface.glsl"

const uint ALL = uint((SIDE + 2 * CELLS) * (SIDE + 2 * CELLS) * (SIDE + 2 * CELLS));

uint take(uint count)
{
    uint at = atomicAdd(commands.blocks, count);
    uvec3 groups = groups_for(at + count);
    atomicMax(commands.block_groups.x, groups.x);
    atomicMax(commands.block_groups.y, groups.y);
    return at;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint count = i < block_count() ? block_counts[i] : 0u;
    bool listed = i < block_count() && (DENSE == 1 || (count > 0u && count < ALL));
    uint at = append(uint(listed));
    if (listed) list[at] = i;
}
