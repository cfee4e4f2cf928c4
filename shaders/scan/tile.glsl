// A work group's tile: four vectors of four elements for each invocation. Neighbouring invocations
// read neighbouring vectors, four times over, so that memory is read in whole lines. The order of
// the elements is therefore: everybody's first vector, everybody's second, and so on.
#include "scan/group.glsl"

// The same buffer as vectors, and, for the last few elements of a length that is no multiple of
// four, as words. Not `restrict`: the output may be the same buffer.
layout(std430, binding = 0) readonly buffer In { uvec4 in_vectors[]; };
layout(std430, binding = 0) readonly buffer InWords { uint in_words[]; };
layout(location = 0) uniform uint count; // elements in all

const uint TILE_VECTORS = 4u * GROUP;

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

void load_tile(uint tile, out uvec4 vectors[4])
{
    uint first = tile * TILE_VECTORS + gl_LocalInvocationIndex;
    if (is_whole(tile)) {
        for (uint k = 0u; k < 4u; k++) vectors[k] = in_vectors[first + k * GROUP];
    } else {
        for (uint k = 0u; k < 4u; k++) vectors[k] = load_guarded(first + k * GROUP);
    }
}

// The sums of an invocation's four vectors, side by side: one scan over the group does all four.
uvec4 vector_sums(uvec4 vectors[4])
{
    return uvec4(sum_of(vectors[0]), sum_of(vectors[1]), sum_of(vectors[2]), sum_of(vectors[3]));
}
