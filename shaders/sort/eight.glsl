// Up to three levels of the network between eight pairs that one invocation holds in registers. All
// indices are constants: an array that is indexed by a variable would not stay in registers.
#include "sort/pair.glsl"

// The last levels of a merge: pairs that are 4, 2 or 1 places apart.
void order_fours(inout uvec2 pairs[8])
{
    order(pairs[0], pairs[4]);
    order(pairs[1], pairs[5]);
    order(pairs[2], pairs[6]);
    order(pairs[3], pairs[7]);
}

void order_twos(inout uvec2 pairs[8])
{
    order(pairs[0], pairs[2]);
    order(pairs[1], pairs[3]);
    order(pairs[4], pairs[6]);
    order(pairs[5], pairs[7]);
}

void order_ones(inout uvec2 pairs[8])
{
    order(pairs[0], pairs[1]);
    order(pairs[2], pairs[3]);
    order(pairs[4], pairs[5]);
    order(pairs[6], pairs[7]);
}

// The first level of a merge of eight or four: the first with the last, and so on inwards.
void mirror_eights(inout uvec2 pairs[8])
{
    order(pairs[0], pairs[7]);
    order(pairs[1], pairs[6]);
    order(pairs[2], pairs[5]);
    order(pairs[3], pairs[4]);
}

void mirror_fours(inout uvec2 pairs[8])
{
    order(pairs[0], pairs[3]);
    order(pairs[1], pairs[2]);
    order(pairs[4], pairs[7]);
    order(pairs[5], pairs[6]);
}

// The first `levels` levels of merging runs of `size`. `mirrored`: their halves are sorted; if not,
// they have come that far already.
void merge_pairs(inout uvec2 pairs[8], uint levels, bool mirrored)
{
    if (levels == 3u) {
        if (mirrored)
            mirror_eights(pairs);
        else
            order_fours(pairs);
        order_twos(pairs);
        order_ones(pairs);
    } else if (levels == 2u) {
        if (mirrored)
            mirror_fours(pairs);
        else
            order_twos(pairs);
        order_ones(pairs);
    } else {
        order_ones(pairs);
    }
}

// Where slot `slot` of the `set`-th set of 2^levels pairs lies. A run of `size` is cut into 2^levels
// rows; a set is a column: one pair of each row. Mirrored, the upper half of the rows is read from
// the right, so that pairs that the first level compares are in one set.
uint place_in_run(uint set, uint slot, uint log2_size, uint levels, bool mirrored)
{
    uint log2_row = log2_size - levels, row_mask = (1u << log2_row) - 1u;
    uint row = slot & ((1u << levels) - 1u), column = set & row_mask;
    if (mirrored && row >> (levels - 1u) == 1u) column ^= row_mask; // row_mask - column
    return (set >> log2_row << log2_size) + (row << log2_row) + column;
}
