#version 430 core
// `in_place`, second dispatch: the cells that waited in `edges` go to their places in the grid. One
// group a tile, one invocation a waiting cell.
layout(local_size_x = PLACES) in;

layout(std430, binding = 0) restrict writeonly buffer Cells { int cells[]; };
layout(std430, binding = 1) restrict readonly buffer Edges { int edges[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/edges.glsl"

void main()
{
    ivec2 tile_position = ivec2(gl_WorkGroupID.xy);
    ivec2 extent = tile_extent(tile_position);
    int place = int(gl_LocalInvocationID.x);
    ivec2 inside = edge_cell(place, extent);
    bool used = all(lessThan(inside, extent)) && edge_place(inside, extent) == place;
    if (!used) return; // a corner's second place, or a place beyond a cut-off tile

    ivec2 p = tile_position * GROUP + inside;
    uint tile_index = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    cells[p.y * size.x + p.x] = edges[int(tile_index) * PLACES + place];
}
