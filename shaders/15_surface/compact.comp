#version 430 core
// Plain, 5: lists the marked corners. The mark becomes the place in the list, and 1.
// Limit: reads the mark at every corner there is; and the atomic operations on one counter.
layout(local_size_x = GROUP) in;

#include "15_surface/slots.h"

layout(std430, binding = MARKS) restrict buffer Marks { uint marks[]; };
layout(std430, binding = CORNER_LIST) restrict writeonly buffer CornerList { uint corner_list[]; };
#include "surface/commands.glsl"
layout(std430, binding = COMMANDS) restrict buffer TheCommands { Commands commands; };

#include "15_surface/append.glsl"
#include "surface/surface.glsl"

uint take(uint count)
{
    uint at = atomicAdd(commands.corners, count), end = at + count;
    uvec3 groups = groups_for((end + GROUP - 1u) / GROUP);
    atomicMax(commands.corner_groups.x, groups.x);
    atomicMax(commands.corner_groups.y, groups.y);
    if (end > room.x) {
        commands.lacking = 1u;
        commands.draw[1] = 0u; // no instance of the mesh
    }
    return at;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    bool listed = i < BLOCK * block_count() && marks[i] != 0u;
    uint at = append(uint(listed));
    if (!listed || at >= room.x) return;
    corner_list[at] = i;
    marks[i] = at + 1u;
}
