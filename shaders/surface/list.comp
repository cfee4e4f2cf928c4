#version 430 core
// Surface, 3 of 9: lists the blocks that are to be looked at. What the next passes say of the others
// is said here: there is nothing. The last invocation knows how many there are, and writes how many
// work groups that is.
// Limit: memory: of every block there is, some seventy bytes.
#include "surface/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = SURFACE_FLAGS) restrict readonly buffer Flags { uint flags[]; };
layout(std430, binding = SURFACE_PLACES) restrict readonly buffer Places { uint places[]; };
layout(std430, binding = SURFACE_LIST) restrict writeonly buffer List { uint list[]; };
layout(std430, binding = SURFACE_MASKS) restrict writeonly buffer Masks { uvec2 masks[]; };
layout(std430, binding = SURFACE_CORNER_COUNTS) restrict writeonly buffer CornerCounts { uint corner_counts[]; };
layout(std430, binding = SURFACE_MESH_COUNTS) restrict writeonly buffer MeshCounts { uint mesh_counts[]; };
#include "surface/commands.glsl"
layout(std430, binding = SURFACE_COMMANDS) restrict writeonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"

void begin_commands(uint blocks)
{
    commands.block_groups = groups_for(blocks);
    commands.blocks = blocks;
    commands.corner_groups = uvec3(0u);
    commands.corners = 0u;
    commands.draw[0] = 0u; // unless there is a mesh
    commands.draw[1] = 1u;
    for (int k = 2; k < 5; k++) commands.draw[k] = 0u;
    commands.vertices = 0u;
    commands.triangles = 0u;
    commands.lacking = 0u;
}

void main()
{
    uint i = gl_GlobalInvocationID.x, blocks = block_count();
    if (i >= blocks) return;

    uint flag = flags[i], place = places[i];
    if (flag != 0u) {
        list[place] = i;
    } else {
        for (uint k = 0u; k < MASKS; k++) masks[MASKS * i + k] = uvec2(0u);
        corner_counts[i] = 0u;
        mesh_counts[i] = 0u;
        mesh_counts[blocks + i] = 0u;
    }
    if (i == blocks - 1u) {
        mesh_counts[2u * blocks] = 0u; // its sum is that of all before
        begin_commands(place + flag);
    }
}
