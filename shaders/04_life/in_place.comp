#version 430 core
// `in_place`, first dispatch: one buffer only. Only the tile's own group reads the cells inside
// a tile, so they are overwritten at once; the neighbours' halos need the old cells on its edge, so
// the new ones wait in `edges` until the second dispatch.
// Limit: a second dispatch, for 3 bytes a cell less than two buffers take.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict buffer Cells { int cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Edges { int edges[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/rule.glsl"
#include "04_life/tile.glsl"
#include "04_life/edges.glsl"

void main()
{
    load_tile();
    barrier(); // every invocation reads what its neighbours have loaded

    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return; // only now: all of a group must reach barrier()

    ivec2 inside = ivec2(gl_LocalInvocationID.xy);
    int cell = next_cell(tile_at(inside), tile_neighbours(inside));

    int place = edge_place(inside, tile_extent(ivec2(gl_WorkGroupID.xy)));
    uint tile_index = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (place < 0)
        cells[p.y * size.x + p.x] = cell;
    else
        edges[int(tile_index) * PLACES + place] = cell;
}
