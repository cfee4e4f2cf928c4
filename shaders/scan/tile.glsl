// A work group's tile: SCAN_VECTORS vectors of four elements for each invocation. They lie in rows, one
// vector of every invocation that is scanned together: of a subgroup, or where there are no subgroup
// operations, of the whole group. Neighbouring invocations read neighbouring vectors, so that memory
// is read in whole lines. A subgroup's rows follow each other, and behind them come those of the next.
#include "scan/slots.h"
#include "scan/group.glsl"

// The same buffer as vectors, and, for the last few elements of a length that is no multiple of
// four, as words. Not `restrict`: the output may be the same buffer.
layout(std430, binding = SCAN_IN) readonly buffer In { uvec4 in_vectors[]; };
layout(std430, binding = SCAN_IN) readonly buffer InWords { uint in_words[]; };
layout(location = SCAN_COUNT) uniform uint count; // elements in all

const uint TILE_VECTORS = SCAN_VECTORS * GROUP;

#if SUBGROUPS
const uint ROW = SUBGROUPS;
uint place_in_tile() { return gl_SubgroupID * SCAN_VECTORS * ROW + gl_SubgroupInvocationID; }
#else
const uint ROW = GROUP;
uint place_in_tile() { return gl_LocalInvocationIndex; } // of the invocation's first vector
#endif

uint sum_of(uvec4 v) { return v.x + v.y + v.z + v.w; }

// Whether all elements of the tile are there: of all tiles but the last, they are.
bool is_whole(uint tile) { return (tile + 1u) * TILE_VECTORS <= count / 4u; }

// Vector v of the last tile; 0, which changes no sum, beyond the end.
uvec4 load_guarded(uint v)
{
    uint i = 4u * v;
    if (i + 3u < count) return in_vectors[v];
    uvec4 vector = uvec4(0u);
    if (i < count) vector.x = in_words[i];
    if (i + 1u < count) vector.y = in_words[i + 1u];
    if (i + 2u < count) vector.z = in_words[i + 2u];
    return vector;
}

void load_tile(uint tile, out uvec4 vectors[SCAN_VECTORS])
{
    uint first = tile * TILE_VECTORS + place_in_tile();
    if (is_whole(tile)) {
        for (uint k = 0u; k < SCAN_VECTORS; k++) vectors[k] = in_vectors[first + k * ROW];
    } else {
        for (uint k = 0u; k < SCAN_VECTORS; k++) vectors[k] = load_guarded(first + k * ROW);
    }
}
