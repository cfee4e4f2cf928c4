// A vertex on each cut edge. The including kernel says how far from one end to the other it lies, from
// 0 to 1, given the colours there; one of them is above `iso`.
#include "surface/slots.h"

layout(std430, binding = SURFACE_LIST) restrict readonly buffer List { uint list[]; };
layout(std430, binding = SURFACE_MASKS) restrict readonly buffer Masks { uvec2 masks[]; };
layout(std430, binding = SURFACE_CORNER_STARTS) restrict readonly buffer CornerStarts { uint corner_starts[]; };
layout(std430, binding = SURFACE_SLOPES) restrict readonly buffer Slopes { ivec4 slopes[]; };
layout(std430, binding = SURFACE_MESH_STARTS) restrict readonly buffer MeshStarts { uint mesh_starts[]; };
layout(std430, binding = SURFACE_POSITIONS) restrict writeonly buffer Positions { vec4 positions[]; };
layout(std430, binding = SURFACE_NORMALS) restrict writeonly buffer Normals { vec4 normals[]; };
#include "surface/commands.glsl"
layout(std430, binding = SURFACE_COMMANDS) restrict readonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"
#include "surface/kernel.glsl"

float share_of_way(uint here, uint there);

ivec4 slope_at(ivec3 corner)
{
    uint block = block_index(block_of(corner));
    uvec2 corners = masks[MASKS * block + CORNERS];
    return slopes[corner_starts[block] + ones_below(corners, bit_of(corner))];
}

void put_vertex(uint at, ivec3 corner, int axis, ivec4 here)
{
    ivec3 end = corner;
    end[axis]++;
    ivec4 there = slope_at(end);
    float share = share_of_way(uint(here.w), uint(there.w));
    vec3 outwards = vec3(end - corner) * (here.w > there.w ? 1.0 : -1.0);
    positions[at] = vec4(on_edge(corner, end, share), 1.0);
    normals[at] = vec4(normal_of(vec3(here.xyz), vec3(there.xyz), share, outwards), 0.0);
}

void main()
{
    uint number = group_number(), me = gl_LocalInvocationIndex;
    if (number >= commands.blocks || commands.lacking != 0u) return;

    uint block = list[number], first = mesh_starts[block];
    uvec2 cut[3];
    for (uint axis = 0u; axis < 3u; axis++) cut[axis] = masks[MASKS * block + EDGES + axis];
    if (!has(cut[0] | cut[1] | cut[2], me)) return;
    ivec3 corner = SIDE * block_at(block) + place_of(me);
    ivec4 here = slope_at(corner);
    for (int axis = 0; axis < 3; axis++) { // in the order: all along x, all along y, all along z
        uint at = first + ones_below(cut[axis], me);
        if (has(cut[axis], me) && at < room.y) put_vertex(at, corner, axis, here);
        first += ones(cut[axis]);
    }
}
