// How the strips of a tile see each other: a subgroup is one row of them, and asks to the left and
// to the right by shuffles; only what the strips above and below need goes through shared memory.
// The subgroup is taken for a full run of consecutive indices. The extension does not promise that.

// `ones` and `twos` of the first and the last row of each strip, in turn for even and odd
// generations: who is ahead by one does not overwrite what others still read.
const int INVOCATIONS = BLOCK_X * BLOCK_Y;
shared uvec4 edges[2][INVOCATIONS];

Row add_word(uint here, int r)
{
    uint lane = gl_SubgroupInvocationID; // of 32
    uint west = here << 1 | subgroupShuffle(here, (lane + 31u) & 31u) >> 31;
    uint east = here >> 1 | subgroupShuffle(here, (lane + 1u) & 31u) << 31;
    return add_cells(west, here, east);
}

void show_strip(uint strip[STRIP]) {}

// The last row of the strip above, and the first of the strip below; on the tile's edge other rows,
// as wrong as none.
void ask_neighbours(Row first, Row last, int generation, out Row above, out Row below)
{
    int me = int(gl_LocalInvocationIndex), turn = generation % 2;
    edges[turn][me] = uvec4(first.ones, first.twos, last.ones, last.twos);
    barrier(); // the edges of all strips are there
    uvec4 up = edges[turn][max(me - BLOCK_X, 0)];
    uvec4 down = edges[turn][min(me + BLOCK_X, INVOCATIONS - 1)];
    above = Row(0u, up.z, up.w);
    below = Row(0u, down.x, down.y);
}
