#version 430 core
// Radix sort, last dispatch of a pass: each group sorts its tile by the digit, in shared memory, and
// writes it out; the keys of one digit go to one run of places, so that writes are next to each other.
// Limit: every pair is read and written once a pass, to as many places as the tile has digits.
#include "sort/slots.h"
#if SUBGROUPS == 1
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#elif SUBGROUPS == 2
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_ballot : require
#endif
#pragma optionNV(unroll all)
layout(local_size_x = GROUP) in;

layout(std430, binding = SORT_FROM_KEYS) restrict readonly buffer FromKeys { uint from_keys[]; };
layout(std430, binding = SORT_FROM_VALUES) restrict readonly buffer FromValues { uint from_values[]; };
layout(std430, binding = SORT_TO_KEYS) restrict writeonly buffer ToKeys { uint to_keys[]; };
layout(std430, binding = SORT_TO_VALUES) restrict writeonly buffer ToValues { uint to_values[]; };
layout(std430, binding = SORT_COUNTS) restrict readonly buffer Places { uint places[]; }; // the counts, scanned

#include "sort/tile.glsl"

shared uint first_of[RADIX]; // the place in the sorted tile of the first key with each digit

// Each invocation has ITEMS keys in registers; item_place() is where in the tile the i-th of them
// stands. rank_keys() tells their places in the sorted tile, and fills first_of[].
#if SUBGROUPS
#include "sort/rank_subgroup.glsl"
#else
#include "sort/rank_split.glsl"
#endif

// Where the sorted tile's keys of each digit go, less their place in the tile.
shared uint target_of[RADIX];

// The last tile may be shorter. Behind its end stand the largest keys, last in the sorted tile.
void load_pairs(uint first, uint n, out uint keys[ITEMS], out uint values[ITEMS])
{
    if (n == TILE) {
        for (uint i = 0u; i < ITEMS; i++) keys[i] = from_keys[first + item_place(i)];
        for (uint i = 0u; i < ITEMS; i++) values[i] = from_values[first + item_place(i)];
    } else {
        for (uint i = 0u; i < ITEMS; i++) {
            uint p = item_place(i);
            keys[i] = p < n ? from_keys[first + p] : 0xFFFFFFFFu;
            values[i] = p < n ? from_values[first + p] : 0u;
        }
    }
}

void main()
{
    // From the last tile to the first: the keys that were counted last are still in the cache.
    uint t = gl_LocalInvocationIndex, tile = gl_NumWorkGroups.x - 1u - gl_WorkGroupID.x;
    uint n = count_in(tile), keys[ITEMS], values[ITEMS], ranks[ITEMS], targets[ITEMS];
    // All is read at once, long before its use: memory answers while the keys are ranked.
    uint place = t < RADIX ? places[t * gl_NumWorkGroups.x + tile] : 0u;
    load_pairs(first_in(tile), n, keys, values);

    rank_keys(keys, ranks);
    if (t < RADIX) target_of[t] = place - first_of[t];
    for (uint i = 0u; i < ITEMS; i++) staged[ranks[i]] = keys[i];
    barrier(); // the tile's keys are sorted, and all read target_of[]

    for (uint i = 0u; i < ITEMS; i++) {
        uint p = i * GROUP + t, key = staged[p];
        targets[i] = target_of[digit_of(key)] + p;
        if (p < n) to_keys[targets[i]] = key;
    }
    barrier(); // no invocation reads the keys any more

    for (uint i = 0u; i < ITEMS; i++) staged[ranks[i]] = values[i];
    barrier(); // the values stand as the keys did

    for (uint i = 0u; i < ITEMS; i++) {
        uint p = i * GROUP + t;
        if (p < n) to_values[targets[i]] = staged[p];
    }
}
