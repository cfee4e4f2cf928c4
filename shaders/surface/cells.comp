#version 430 core
// Surface, 4 of 9: which cells the surface may go through, the candidates, and the corners of these.
// A work group for each listed block. It loads the cells around the block as rows of bits, finds the
// candidates among 5 x 5 x 5 cells, its own and those before it along each axis, because these share
// its corners; and of that makes its masks.
// Limit: of 125 cells that it decides about, 61 are decided about by other groups too.
layout(local_size_x = BLOCK) in;

layout(std430, binding = 0) restrict readonly buffer Occupied { uint occupied[]; };
layout(std430, binding = 1) restrict readonly buffer List { uint list[]; };
layout(std430, binding = 2) restrict writeonly buffer Masks { uvec2 masks[]; };
layout(std430, binding = 3) restrict writeonly buffer CornerCounts { uint corner_counts[]; };
#include "surface/commands.glsl"
layout(std430, binding = 4) restrict readonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"

const int ROWS = 5 + 2 * CELLS; // along y and z; and so many bits, from K + 1 before the block on
const uint WINDOW = (2u << (2 * CELLS)) - 1u; // 2 K + 1 bits

shared uint rows[ROWS * ROWS];
shared uint is_candidate[125];
shared uint words[4]; // candidates, corners

// The four cells of a block in one row.
uint row_of(ivec3 block, int y, int z)
{
    if (!is_block(block)) return 0u;
    return occupied[2u * block_index(block) + uint(z >> 1)] >> (16 * (z & 1) + 4 * y) & 15u;
}

void load_rows(ivec3 block)
{
    for (int i = int(gl_LocalInvocationIndex); i < ROWS * ROWS; i += BLOCK) {
        int y = i % ROWS - (CELLS + 1), z = i / ROWS - (CELLS + 1);
        ivec3 from = block + ivec3(-1, y >> 2, z >> 2);
        uint row = row_of(from, y & 3, z & 3) | row_of(from + ivec3(1, 0, 0), y & 3, z & 3) << 4 |
                   row_of(from + ivec3(2, 0, 0), y & 3, z & 3) << 8;
        rows[i] = row >> (3 - CELLS);
    }
}

// Of the cells around the one at (x, y, z), from the first of 5 x 5 x 5 on: some full, some empty.
bool is_mixed(ivec3 cell)
{
    uint some = 0u, all_of_them = WINDOW;
    for (int z = cell.z; z <= cell.z + 2 * CELLS; z++)
        for (int y = cell.y; y <= cell.y + 2 * CELLS; y++) {
            uint window = rows[z * ROWS + y] >> cell.x;
            some |= window & WINDOW;
            all_of_them &= window;
        }
    return some != 0u && all_of_them != WINDOW;
}

// Not at the border of the grid: there, some corners belong to no block.
bool within(ivec3 cell)
{
    return all(greaterThan(cell, ivec3(0))) && all(lessThan(cell, grid_size - 1));
}

void find_candidates(ivec3 block)
{
    for (int i = int(gl_LocalInvocationIndex); i < 125; i += BLOCK) {
        ivec3 cell = ivec3(i % 5, i / 5 % 5, i / 25);
        is_candidate[i] = uint(within(SIDE * block + cell - 1) && (DENSE == 1 || is_mixed(cell)));
    }
}

// A corner is one of the candidate that it is the lowest of, or of one of seven before.
bool is_corner(ivec3 place)
{
    uint any_of_them = 0u;
    for (int i = 0; i < 8; i++) {
        ivec3 cell = place + ivec3(i & 1, i >> 1 & 1, i >> 2);
        any_of_them |= is_candidate[(cell.z * 5 + cell.y) * 5 + cell.x];
    }
    return any_of_them != 0u;
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
    ivec3 place = place_of(me), own = place + 1;
    if (is_candidate[(own.z * 5 + own.y) * 5 + own.x] != 0u)
        atomicOr(words[me >> 5], 1u << (me & 31u));
    if (is_corner(place)) atomicOr(words[2u + (me >> 5)], 1u << (me & 31u));
    barrier(); // all bits are there
    if (works && me == 0u) {
        uvec2 corners = uvec2(words[2], words[3]);
        masks[MASKS * block + CANDIDATES] = uvec2(words[0], words[1]);
        masks[MASKS * block + CORNERS] = corners;
        corner_counts[block] = ones(corners);
    }
}
