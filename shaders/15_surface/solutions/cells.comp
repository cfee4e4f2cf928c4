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
const int AROUND = 5 + 2 * CELLS; // cells along each axis, from K + 1 before the block on

shared uint cells[AROUND][AROUND][AROUND]; // 1: holds particles; 2: is full, too
shared bool is_candidate[5][5][5]; // from one before the block on
shared uint words[4];              // the masks of candidates, and of corners

uint load_cell(ivec3 cell)
{
    ivec3 block = block_of(cell);
    if (!is_block(block)) return 0u;
    uint bit = bit_of(cell), word = 4u * block_index(block) + bit / 32u;
    return (occupied[word] >> (bit & 31u) & 1u) + (occupied[word + 2u] >> (bit & 31u) & 1u);
}

// Around the cell at (x, y, z) of the 5 x 5 x 5: some hold particles, and some are not full.
bool is_mixed(ivec3 cell)
{
    bool any_held = false, any_not_full = false;
    for (int z = 0; z <= 2 * CELLS; z++)
        for (int y = 0; y <= 2 * CELLS; y++)
            for (int x = 0; x <= 2 * CELLS; x++) {
                uint held = cells[cell.z + z][cell.y + y][cell.x + x];
                any_held = any_held || held > 0u;
                any_not_full = any_not_full || held < 2u;
            }
    return any_held && any_not_full;
}

bool is_needed(ivec3 place)
{
    bool needed = false;
    for (int i = 0; i < 8; i++)
        needed = needed || is_candidate[place.z + (i >> 2)][place.y + (i >> 1 & 1)][place.x + (i & 1)];
    return needed;
}

void main()
{
    uint number = group_number(), me = gl_LocalInvocationIndex;
    bool works = number < commands.blocks; // the same for the whole group
    uint block = list[works ? number : 0u];
    ivec3 low = SIDE * block_at(block), place = place_of(me);
    for (int i = int(me); i < AROUND * AROUND * AROUND; i += BLOCK) {
        ivec3 at = ivec3(i % AROUND, i / AROUND % AROUND, i / (AROUND * AROUND));
        cells[at.z][at.y][at.x] = load_cell(low + at - (CELLS + 1));
    }
    if (me < 4u) words[me] = 0u;
    barrier(); // all cells are there, and the words are 0
    for (int i = int(me); i < 125; i += BLOCK) {
        ivec3 at = ivec3(i % 5, i / 5 % 5, i / 25), cell = low + at - 1;
        bool within = all(greaterThan(cell, ivec3(0))) && all(lessThan(cell, grid_size - 1));
        is_candidate[at.z][at.y][at.x] = within && is_mixed(at);
    }
    barrier(); // all candidates are there
    uint bit = 1u << (me & 31u), word = me / 32u;
    if (is_candidate[place.z + 1][place.y + 1][place.x + 1]) atomicOr(words[word], bit);
    if (is_needed(place)) atomicOr(words[2u + word], bit);
    barrier(); // all bits are there
    if (!works || me != 0u) return;
    masks[MASKS * block + CANDIDATES] = uvec2(words[0], words[1]);
    masks[MASKS * block + CORNERS] = uvec2(words[2], words[3]);
    corner_counts[block] = ones(uvec2(words[2], words[3]));
}
// --- to here ---

// --- as shipped ---
// void main()
// {
//     uint number = group_number(); // a start: no cell of any block is a candidate
//     if (number >= commands.blocks || gl_LocalInvocationIndex != 0u) return;
//     uint block = list[number];
//     masks[MASKS * block + CANDIDATES] = uvec2(0u);
//     masks[MASKS * block + CORNERS] = uvec2(0u);
//     corner_counts[block] = 0u;
// }
