// How the radix kernels cut the keys into tiles: TILE = GROUP * ITEMS keys for each group. A pass
// sorts by DIGIT_BITS bits of the keys, the digit. GROUP is not less than RADIX: some things are
// done by one invocation for each digit.
#include "sort/slots.h"

layout(location = SORT_COUNT) uniform uint count;
layout(location = SORT_SHIFT) uniform uint shift; // of the digit's lowest bit

const uint TILE = GROUP * ITEMS;
const uint RADIX = 1u << DIGIT_BITS;

uint digit_of(uint key) { return key >> shift & (RADIX - 1u); }

// The keys in a tile; the last one may be shorter.
uint first_in(uint tile) { return tile * TILE; }
uint count_in(uint tile) { return min(count - first_in(tile), TILE); }
