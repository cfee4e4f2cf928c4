// The scan of one tile, and writing it.
#include "scan/tile.glsl"

layout(std430, binding = 1) writeonly buffer Out { uvec4 out_vectors[]; };
layout(std430, binding = 1) writeonly buffer OutWords { uint out_words[]; };
layout(location = 1) uniform uint inclusive; // 0 or 1

// `before` becomes the sum of all elements of the tile before each of an invocation's vectors, and
// `total` the sum of the whole tile.
void scan_tile(uvec4 vectors[VECTORS], out uint before[VECTORS], out uint total)
{
    uint sums[VECTORS];
    for (uint k = 0u; k < VECTORS; k++) sums[k] = sum_of(vectors[k]);
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
void store_tile(uint tile, uvec4 vectors[VECTORS], uint before[VECTORS], uint before_tile)
{
    uint first = tile * TILE_VECTORS + place_in_tile();
    for (uint k = 0u; k < VECTORS; k++) {
        uvec4 v = vectors[k];
        uvec4 sums = before_tile + before[k] + uvec4(v.x, v.x + v.y, v.x + v.y + v.z, sum_of(v));
        vectors[k] = inclusive != 0u ? sums : sums - v;
    }
    if (is_whole(tile)) {
        for (uint k = 0u; k < VECTORS; k++) out_vectors[first + k * ROW] = vectors[k];
    } else {
        for (uint k = 0u; k < VECTORS; k++) store_guarded(first + k * ROW, vectors[k]);
    }
}
