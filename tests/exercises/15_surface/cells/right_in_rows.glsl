const int ROWS = 5 + 2 * CELLS; // along y and z; and so many cells in each, from K + 1 before the block on

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

// Of five cells in a row, those that are not at the border of the grid: there, some corners belong to
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
