// How the radix kernels cut the keys into tiles: TILE = GROUP * ITEMS keys for each group. RADIX is
// 256: a pass sorts by eight bits, the digit.
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint shift; // of the digit's lowest bit

const uint TILE = GROUP * ITEMS;

uint digit_of(uint key) { return key >> shift & (RADIX - 1u); }

// The keys in this group's tile; the last one may be shorter.
uint tile_first() { return gl_WorkGroupID.x * TILE; }
uint tile_count() { return min(count - tile_first(), TILE); }
