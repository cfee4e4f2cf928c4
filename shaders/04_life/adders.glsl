// 32 cells a word, and adders that work on whole words: bit i of word x is column 32 x + i. The
// including shader declares `cells` and `size`, in cells.

// The last word of a row may have fewer columns; its other bits are 0.
int words_in_row() { return (size.x + 31) / 32; }
int columns_in_word(int x) { return min(size.x - 32 * x, 32); }
uint valid_columns(int x)
{
    int columns = columns_in_word(x);
    return columns == 32 ? 0xFFFFFFFFu : (1u << columns) - 1u;
}

// For each column of a word: how many of the three cells side by side are alive, as a binary number
// of two digits.
struct Row {
    uint here, ones, twos;
};

Row add_cells(uint west, uint here, uint east)
{
    return Row(here, west ^ here ^ east, (west & here) | (west & east) | (here & east));
}

// B3/S23 in terms of all nine cells: alive next if they are three, or four with the middle alive.
uint next_word(Row a, Row b, Row c)
{
    uint ones = a.ones ^ b.ones ^ c.ones;
    uint carry = (a.ones & b.ones) | (a.ones & c.ones) | (b.ones & c.ones);
    // The sum is ones + 2 * (how many of these four are set): three needs one, four needs two.
    uint p = a.twos ^ b.twos, q = a.twos & b.twos;
    uint r = c.twos ^ carry, s = c.twos & carry;
    uint one_two = (p ^ r) & ~(q | s);
    uint two_twos = (p & r) | ((q ^ s) & ~(p | r));
    return (ones & one_two) | (~ones & two_twos & b.here);
}
