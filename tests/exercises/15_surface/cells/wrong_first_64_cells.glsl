// says: candidates
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
    for (int i = int(me); i < 64; i += BLOCK) {
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
