#version 430 core
// Plain, 1: zero for everything that is counted, and for the mark at each corner there is.
// Limit: memory: 256 bytes a block, and most will be read as zero again.
layout(local_size_x = GROUP) in;

#include "15_surface/slots.h"

layout(std430, binding = BLOCK_COUNTS) restrict writeonly buffer BlockCounts { uint block_counts[]; };
layout(std430, binding = MARKS) restrict writeonly buffer Marks { uint marks[]; };
layout(std430, binding = CELL_LIST) restrict writeonly buffer CellList { uint cell_list[]; }; // its command first
#include "surface/commands.glsl"
layout(std430, binding = COMMANDS) restrict writeonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < block_count()) block_counts[i] = 0u;
    if (i < BLOCK * block_count()) marks[i] = 0u;
    if (i != 0u) return;
    for (int k = 0; k < 4; k++) cell_list[k] = uint(k == 2);
    commands.block_groups = uvec3(0u, 0u, 1u);
    commands.blocks = 0u;
    commands.corner_groups = uvec3(0u, 0u, 1u);
    commands.corners = 0u;
    for (int k = 0; k < 5; k++) commands.draw[k] = uint(k == 1);
    commands.vertices = 0u;
    commands.triangles = 0u;
    commands.lacking = 0u;
}
