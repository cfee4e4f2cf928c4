// The scan of one tile, and writing it.
#include "scan/slots.h"
#include "scan/tile.glsl"

layout(std430, binding = SCAN_OUT) writeonly buffer Out { uvec4 out_vectors[]; };
layout(std430, binding = SCAN_OUT) writeonly buffer OutWords { uint out_words[]; };
layout(location = SCAN_INCLUSIVE) uniform uint inclusive; // 0 or 1

// `before` becomes the sum of all elements of the tile before each of an invocation's vectors, and
// `total` the sum of the whole tile.
void scan_tile(uvec4 vectors[SCAN_VECTORS], out uint before[SCAN_VECTORS], out uint total)
{
    uint sums[SCAN_VECTORS];
    for (uint k = 0u; k < SCAN_VECTORS; k++) sums[k] = sum_of(vectors[k]);
    scan_rows(sums, before, total);
}

void store_guarded(uint v, uvec4 vector)
{
    uint i = 4u * v;
    if (i + 3u < count) {
        out_vectors[v] = vector;
    } else {
        if (i < count) out_words[i] = vector.x;
        if (i + 1u < count) out_words[i + 1u] = vector.y;
        if (i + 2u < count) out_words[i + 2u] = vector.z;
    }
}

// `before_tile`: the sum of all elements before the tile.
void store_tile(uint tile, uvec4 vectors[SCAN_VECTORS], uint before[SCAN_VECTORS], uint before_tile)
{
    uint first = tile * TILE_VECTORS + place_in_tile();
    for (uint k = 0u; k < SCAN_VECTORS; k++) {
        uvec4 v = vectors[k];
        uvec4 sums = before_tile + before[k] + uvec4(v.x, v.x + v.y, v.x + v.y + v.z, sum_of(v));
        vectors[k] = inclusive != 0u ? sums : sums - v;
    }
    if (is_whole(tile)) {
        for (uint k = 0u; k < SCAN_VECTORS; k++) out_vectors[first + k * ROW] = vectors[k];
    } else {
        for (uint k = 0u; k < SCAN_VECTORS; k++) store_guarded(first + k * ROW, vectors[k]);
    }
}
