// The torus, unrolled: the grid again and again in all directions, so that a tile with its halo may
// reach over an edge, and around a small grid more than once. The including shader declares `cells`
// and `size`, and includes adders.glsl.

// One step at most, unless the grid is smaller than a tile.
int wrap_far(int position, int length)
{
    while (position < 0) position += length;
    while (position >= length) position -= length;
    return position;
}

// The 32 cells from a column on. They may lie in several words, because the grid's right edge is
// among them, and the width no multiple of 32, or less than 32.
uint gather_cells(int column, int y)
{
    int row = y * words_in_row();
    uint found = 0u;
    for (int count = 0; count < 32;) {
        int first = column % 32, taken = min(32 - first, size.x - column);
        found |= cells[row + column / 32] >> first << count;
        count += taken;
        column = column + taken < size.x ? column + taken : 0;
    }
    return found;
}
