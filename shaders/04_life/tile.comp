#version 430 core
// `tile`: each group first copies its tile of cells, and the ring of cells around it, to shared
// memory; the nine reads of a cell then stay inside the group.
// Limit: still eight bytes of traffic a cell, and only one bit of them is alive or dead.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { int next[]; };
layout(location = 0) uniform ivec2 size;

#include "04_life/rule.glsl"
#include "04_life/tile.glsl"

void main()
{
    load_tile();
    barrier(); // every invocation reads what its neighbours have loaded

    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return; // only now: all of a group must reach barrier()

    ivec2 inside = ivec2(gl_LocalInvocationID.xy);
    next[p.y * size.x + p.x] = next_cell(tile_at(inside), tile_neighbours(inside));
}
