#version 430 core
// Surface, 4 of 9: which cells the surface may go through, the candidates, and the corners of these.
// A work group for each listed block. It decides about 5 x 5 x 5 cells, its own and those before it
// along each axis, because these share its corners. Five cells in a row are decided at once, as bits of
// one number: some hold particles, all are full, of the 2 K + 1 cells in the row around each of them; then the same of
// (2 K + 1)^2 such rows.
// Limit: of 125 cells that it decides about, 61 are decided about by other groups too; and 25 of the
// group's invocations do it.
#include "surface/slots.h"

layout(local_size_x = BLOCK) in;

layout(std430, binding = SURFACE_OCCUPIED) restrict readonly buffer Occupied { uint occupied[]; };
layout(std430, binding = SURFACE_LIST) restrict readonly buffer List { uint list[]; };
layout(std430, binding = SURFACE_MASKS) restrict writeonly buffer Masks { uvec2 masks[]; };
layout(std430, binding = SURFACE_CORNER_COUNTS) restrict writeonly buffer CornerCounts { uint corner_counts[]; };
#include "surface/commands.glsl"
layout(std430, binding = SURFACE_COMMANDS) restrict readonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"

const int ROWS = 5 + 2 * CELLS; // along y and z; and that many cells in each, from K + 1 before the block on

shared uint some[ROWS * ROWS], all_of[ROWS * ROWS]; // by row: bits of five cells
shared uint candidates[25];                         // by row, of 5 x 5 of them
shared uint words[4];                               // the masks of candidates, and of corners

// The four cells of a block in one row: which of them hold particles (0), or are full (1).
uint row_of(ivec3 block, int y, int z, uint mask)
{
    if (!is_block(block)) return 0u;
    return occupied[4u * block_index(block) + 2u * mask + uint(z >> 1)] >> (16 * (z & 1) + 4 * y) & 15u;
}

// The same of the row's three blocks, from K + 1 before the middle one on.
uint long_row_of(ivec3 from, int y, int z, uint mask)
{
    uint row = row_of(from, y, z, mask) | row_of(from + ivec3(1, 0, 0), y, z, mask) << 4 |
               row_of(from + ivec3(2, 0, 0), y, z, mask) << 8;
    return row >> (3 - CELLS);
}

void load_rows(ivec3 block)
{
    for (int i = int(gl_LocalInvocationIndex); i < ROWS * ROWS; i += BLOCK) {
        int y = i % ROWS - (CELLS + 1), z = i / ROWS - (CELLS + 1);
        ivec3 from = block + ivec3(-1, y >> 2, z >> 2);
        uint held = long_row_of(from, y & 3, z & 3, 0u), full = long_row_of(from, y & 3, z & 3, 1u);
        uint any_held = 0u, all_full = 31u;
        for (int k = 0; k <= 2 * CELLS; k++) {
            any_held |= held >> k;
            all_full &= full >> k;
        }
        some[i] = any_held;
        all_of[i] = all_full;
    }
}

// Which of five cells in a row are not at the border of the grid: there, some corners belong to
// no block. `cell` is the first.
uint within(ivec3 cell)
{
    if (any(lessThan(cell.yz, ivec2(1))) || any(greaterThan(cell.yz, grid_size.yz - 2))) return 0u;
    uint not_before = cell.x < 1 ? 30u << -cell.x : 31u; // a block's first is -1 or more
    int last = grid_size.x - 2 - cell.x;
    return not_before & (last < 4 ? (2u << last) - 1u : 31u);
}

void find_candidates(ivec3 block)
{
    int i = int(gl_LocalInvocationIndex), y = i % 5, z = i / 5;
    if (i >= 25) return;
    uint any_held = 0u, all_full = 31u;
    for (int k = z; k <= z + 2 * CELLS; k++)
        for (int j = y; j <= y + 2 * CELLS; j++) {
            any_held |= some[k * ROWS + j];
            all_full &= all_of[k * ROWS + j];
        }
    uint mixed = DENSE == 1 ? 31u : any_held & ~all_full;
    candidates[i] = mixed & within(SIDE * block + ivec3(-1, y - 1, z - 1));
}

// A row of the block's cells, and of its corners, into the masks. A corner is one of the candidate that
// it is the lowest of, or of one of seven before.
void put_row(int y, int z)
{
    uint own = candidates[(z + 1) * 5 + y + 1];
    uint four = own | candidates[(z + 1) * 5 + y] | candidates[z * 5 + y + 1] | candidates[z * 5 + y];
    int place = 16 * (z & 1) + 4 * y;
    atomicOr(words[z >> 1], (own >> 1) << place);
    atomicOr(words[2 + (z >> 1)], ((four | four >> 1) & 15u) << place);
}

void main()
{
    uint number = group_number(), me = gl_LocalInvocationIndex;
    bool works = number < commands.blocks; // the same for the whole group
    uint block = list[works ? number : 0u];
    if (works) load_rows(block_at(block));
    if (me < 4u) words[me] = 0u;
    barrier(); // the rows are there, and the words are 0
    if (works) find_candidates(block_at(block));
    barrier(); // all candidates are there
    if (works && me < 16u) put_row(int(me & 3u), int(me >> 2));
    barrier(); // all bits are there
    if (works && me == 0u) {
        uvec2 corners = uvec2(words[2], words[3]);
        masks[MASKS * block + CANDIDATES] = uvec2(words[0], words[1]);
        masks[MASKS * block + CORNERS] = corners;
        corner_counts[block] = ones(corners);
    }
}
