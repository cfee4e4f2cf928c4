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

// At least two of three.
uint majority(uint a, uint b, uint c) { return a ^ ((a ^ b) & (a ^ c)); }

Row add_cells(uint west, uint here, uint east)
{
    return Row(here, west ^ here ^ east, majority(west, here, east));
}

#if BORN == 8 && SURVIVES == 12
// B3/S23 in terms of all nine cells: alive next if they are three, or four with the middle alive.
// Their sum is ones + 2 * (carry + twos) + 4 * fours, where three `ones` make ones and carry, and
// three `twos` make twos and fours.
uint next_word(Row a, Row b, Row c)
{
    uint ones = a.ones ^ b.ones ^ c.ones;
    uint mixed = (a.ones ^ b.ones) | (a.ones ^ c.ones); // not all alike: that is ones ^ carry
    uint twos = a.twos ^ b.twos ^ c.twos;
    uint fours = majority(a.twos, b.twos, c.twos);
    // Three and four have in common that ones + carry + twos is even. Then it is three if ones, and
    // not fours; and four if not ones, and either fours or twos.
    return (fours ^ (twos | ones)) & (ones | b.here) & ~(twos ^ mixed);
}
#else
#include "04_life/adders_any.glsl"
#endif
