// How the strips of a tile see each other: through shared memory, all of them.

// Row 0 of all strips, then row 1 of all, and so on; a word more at both ends, because the first
// and the last ask for their neighbours too.
const int INVOCATIONS = BLOCK_X * BLOCK_Y;
shared uint tile[1 + STRIP * INVOCATIONS + 1];

// Row r of this invocation's strip. One to the left and one to the right are its neighbours; on the
// tile's edge they are other words, as wrong as none.
int place(int r) { return 1 + r * INVOCATIONS + int(gl_LocalInvocationIndex); }

Row add_place(uint here, int place)
{
    uint west = here << 1 | tile[place - 1] >> 31;
    uint east = here >> 1 | tile[place + 1] << 31;
    return add_cells(west, here, east);
}

Row add_word(uint here, int r) { return add_place(here, place(r)); }

void show_strip(uint strip[STRIP])
{
    barrier(); // all have read the generation that this one overwrites
    for (int r = 0; r < STRIP; r++) tile[place(r)] = strip[r];
    if (gl_LocalInvocationIndex == 0u) tile[0] = tile[STRIP * INVOCATIONS + 1] = 0u; // no invocation's
    barrier(); // all of this one is there
}

// The last row of the strip above, and the first of the strip below.
void ask_neighbours(Row first, Row last, int generation, out Row above, out Row below)
{
    int up = place(STRIP - 1) - BLOCK_X, down = place(0) + BLOCK_X;
    above = add_place(tile[up], up);
    below = add_place(tile[down], down);
}
