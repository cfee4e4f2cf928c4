// The torus, unrolled: the grid repeats for ever in all directions, so that a tile with its halo may
// lie anywhere, and reach around a small grid more than once. The including shader declares `cells`,
// `size` and `tile`.

// For a position at most 32 steps before the grid's start. (The remainder of a negative number is not
// defined in GLSL.)
int wrap_far(int position, int length) { return (position + (32 / length + 1) * length) % length; }

// The 32 cells from a column on, where they are not just one word: the grid's right edge is among
// them, and its width may be no multiple of 32, or less than 32.
uint gather_cells(int column, int row_start)
{
    uint found = 0u;
    for (int count = 0; count < 32;) {
        found |= cells[row_start + column / 32] >> column % 32 << count;
        int taken = min(32 - column % 32, size.x - column);
        count += taken;
        column = column + taken < size.x ? column + taken : 0;
    }
    return found;
}

// Loads an invocation's strip into its places in shared memory.
void load_strip(int word, int first_y)
{
    int column = wrap_far(32 * word, size.x), row = wrap_far(first_y, size.y);
    bool is_a_word = column % 32 == 0 && column + 32 <= size.x;
    for (int r = 0; r < STRIP; r++) {
        int row_start = row * words_in_row();
        tile[r * BLOCK_X * BLOCK_Y + int(gl_LocalInvocationIndex)] =
            is_a_word ? cells[row_start + column / 32] : gather_cells(column, row_start);
        row = row + 1 < size.y ? row + 1 : 0;
    }
}
