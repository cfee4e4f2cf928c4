#version 430 core
// Task: which cells the surface may go through, and which corners they have. There is a work group of
// 64 invocations for each listed block, which is list[group_number()]; in the last row of groups there may
// be more of them than blocks (commands.blocks).
// A cell is a candidate if, of the (2 K + 1)^3 cells around it, itself included, some hold particles and
// some are not full, which is to hold half of the particles of calm water. Cells outside of the grid hold
// none; and a cell at the grid's border is never a candidate.
// K is CELLS. A block's corners are those at the lower ends of its cells; one is needed if it is a corner
// of any candidate, of this block or of one before it.
// Given are two bits a cell: occupied[4 * block] says of cells 0 to 31 of the block whether they hold
// particles, the next word of the others; and the two words after these, whether they are full. Write
// the two masks of each listed block, and how many ones the second has. The check counts how often you read
// buffers: a group should read each cell around its block once. surface/surface.glsl has block_at(),
// block_index(), block_of(), bit_of(), place_of(), is_block(), has() and ones().
// Below, the page is blank. Write the kernel, then run: ./wb check 15.cells
#include "surface/slots.h"

layout(local_size_x = BLOCK) in;

layout(std430, binding = SURFACE_OCCUPIED) restrict readonly buffer Occupied { uint occupied[]; };
layout(std430, binding = SURFACE_LIST) restrict readonly buffer List { uint list[]; };
layout(std430, binding = SURFACE_MASKS) restrict writeonly buffer Masks { uvec2 masks[]; };
layout(std430, binding = SURFACE_CORNER_COUNTS) restrict writeonly buffer CornerCounts { uint corner_counts[]; };
#include "surface/commands.glsl"
layout(std430, binding = SURFACE_COMMANDS) restrict readonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"

// --- your lines from here ---
void main()
{
    uint number = group_number(); // a start: no cell of any block is a candidate
    if (number >= commands.blocks || gl_LocalInvocationIndex != 0u) return;
    uint block = list[number];
    masks[MASKS * block + CANDIDATES] = uvec2(0u);
    masks[MASKS * block + CORNERS] = uvec2(0u);
    corner_counts[block] = 0u;
}
// --- to here ---
