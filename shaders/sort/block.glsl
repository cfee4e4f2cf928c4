// A block of BLOCK pairs in shared memory, eight of them for each of the GROUP invocations.
#include "sort/slots.h"
#include "sort/eight.glsl"

layout(std430, binding = SORT_FROM_KEYS) readonly buffer FromKeys { uint from_keys[]; }; // not restrict: may be
layout(std430, binding = SORT_FROM_VALUES) readonly buffer FromValues { uint from_values[]; }; // the same as `to`
layout(std430, binding = SORT_TO_KEYS) writeonly buffer ToKeys { uint to_keys[]; };
layout(std430, binding = SORT_TO_VALUES) writeonly buffer ToValues { uint to_values[]; };
layout(location = SORT_COUNT) uniform uint count;

// One place in nine stays empty: invocations that read eight neighbours each would otherwise meet in
// the same bank.
shared uvec2 block[BLOCK + BLOCK / 8];
uint padded(uint place) { return place + (place >> 3); }

// Neighbouring invocations load and store neighbouring pairs. All of an invocation's loads come
// first, so that they need not wait for one another.
uint loaded_place(uint slot) { return slot * GROUP + gl_LocalInvocationIndex; }

void load_block()
{
    uvec2 pairs[8];
    for (uint s = 0u; s < 8u; s++) {
        uint i = gl_WorkGroupID.x * BLOCK + loaded_place(s);
        pairs[s] = i < count ? uvec2(from_keys[i], from_values[i]) : BEYOND;
    }
    for (uint s = 0u; s < 8u; s++) block[padded(loaded_place(s))] = pairs[s];
}

void store_block()
{
    for (uint s = 0u; s < 8u; s++) {
        uint i = gl_WorkGroupID.x * BLOCK + loaded_place(s);
        uvec2 pair = block[padded(loaded_place(s))];
        if (i >= count) continue;
        to_keys[i] = pair.x;
        to_values[i] = pair.y;
    }
}

// The place of an invocation's slot-th pair: it has 8 / 2^levels sets.
uint place_in_block(uint slot, uint log2_size, uint levels, bool mirrored)
{
    uint set = gl_LocalInvocationIndex + (slot >> levels) * GROUP;
    return padded(place_in_run(set, slot, log2_size, levels, mirrored));
}

void merge_levels(uint log2_size, uint levels, bool mirrored)
{
    uvec2 pairs[8];
    for (uint s = 0u; s < 8u; s++) pairs[s] = block[place_in_block(s, log2_size, levels, mirrored)];
    merge_pairs(pairs, levels, mirrored);
    for (uint s = 0u; s < 8u; s++) block[place_in_block(s, log2_size, levels, mirrored)] = pairs[s];
    barrier(); // the next levels have other sets
}

// Merges runs of 2^log2_size: up to three levels at a time, each with one way through shared memory.
void merge_in_block(uint log2_size, bool mirrored)
{
    uint levels = (log2_size - 1u) % 3u + 1u; // the others are then a multiple of three
    merge_levels(log2_size, levels, mirrored);
    for (uint left = log2_size - levels; left > 0u; left -= 3u) merge_levels(left, 3u, false);
}
