// How the strips of a tile see each other: a subgroup is one row of them, and asks to the left and
// to the right by shuffles; only what the strips above and below need goes through shared memory.
// The subgroup is taken for a full run of consecutive indices. The extension does not promise that.

const int INVOCATIONS = BLOCK_X * BLOCK_Y;

uint lane = gl_SubgroupInvocationID, left = (lane + 31u) & 31u, right = (lane + 1u) & 31u;

// On the tile's edge they are other words, as wrong as none.
Row add_word(uint here, int r)
{
    uint west = here << 1 | subgroupShuffle(here, left) >> 31;
    uint east = here >> 1 | subgroupShuffle(here, right) << 31;
    return add_cells(west, here, east);
}

// `ones` and `twos` of the first and the last row of each strip, in turn for even and odd
// generations: an invocation that is ahead by one does not overwrite what others still read.
shared uvec2 edges[2][2][INVOCATIONS];

int me = int(gl_LocalInvocationIndex);
int me_above = max(me - BLOCK_X, 0), me_below = min(me + BLOCK_X, INVOCATIONS - 1);

// The last row of the strip above, and the first of the strip below.
void ask_neighbours(Row first, Row last, int generation, out Row above, out Row below)
{
    int turn = generation & 1;
    edges[turn][0][me] = uvec2(first.ones, first.twos);
    edges[turn][1][me] = uvec2(last.ones, last.twos);
    barrier(); // the edges of all strips are there
    uvec2 up = edges[turn][1][me_above], down = edges[turn][0][me_below];
    above = Row(0u, up.x, up.y);
    below = Row(0u, down.x, down.y);
}
