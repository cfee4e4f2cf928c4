// The scan of one tile, and writing it.
#include "scan/tile.glsl"

layout(std430, binding = 1) writeonly buffer Out { uvec4 out_vectors[]; };
layout(std430, binding = 1) writeonly buffer OutWords { uint out_words[]; };
layout(location = 1) uniform uint inclusive; // 0 or 1

// For each of an invocation's four vectors: the sum of all elements of the tile before it; `total`:
// of the whole tile.
uvec4 scan_tile(uvec4 vectors[4], out uint total)
{
    uvec4 totals;
    uvec4 before = group_scan(vector_sums(vectors), totals);
    // Everybody's first vectors stand before everybody's second ones, and so on.
    before.y += totals.x;
    before.z += totals.x + totals.y;
    before.w += totals.x + totals.y + totals.z;
    total = sum_of(totals);
    return before;
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

// `before`: for each vector, the sum of all elements before it.
void store_tile(uint tile, uvec4 vectors[4], uvec4 before)
{
    uint first = tile * TILE_VECTORS + gl_LocalInvocationIndex;
    for (uint k = 0u; k < 4u; k++) {
        uvec4 v = vectors[k];
        uvec4 sums = before[k] + uvec4(v.x, v.x + v.y, v.x + v.y + v.z, sum_of(v));
        vectors[k] = inclusive != 0u ? sums : sums - v;
    }
    if (is_whole(tile)) {
        for (uint k = 0u; k < 4u; k++) out_vectors[first + k * GROUP] = vectors[k];
    } else {
        for (uint k = 0u; k < 4u; k++) store_guarded(first + k * GROUP, vectors[k]);
    }
}
