// Decoupled look-back: a tile's messages to those behind it, and how it finds the sum of all before.
// The looking is done by a team, whose invocations look at one predecessor each: by one subgroup, or
// where there are no subgroup operations, by the whole group. All of the team call these functions.
//
// A value of 32 bits and the mark that says it is there do not fit one word, and two words may
// become visible in either order. So each of two words carries 16 bits of the value, and in its
// upper half the epoch: the number of this scan. The value is there when both are of this epoch.
// Words of earlier scans are out of date by themselves; nothing has to be cleared before a scan.
#include "scan/slots.h"

layout(location = SCAN_EPOCH) uniform uint epoch; // 1 to 65,535

// For each tile: its sum in two words, then its prefix, the sum of everything up to its end.
// coherent: seen by other work groups of this dispatch; volatile: read anew at each look.
layout(std430, binding = SCAN_LOOK_BACK) coherent volatile buffer LookBack { uvec4 progress[]; };

uvec2 words_of(uint value) { return (epoch << 16) | uvec2(value & 0xFFFFu, value >> 16); }
bool is_there(uvec2 words) { return all(equal(words >> 16, uvec2(epoch))); }
uint value_of(uvec2 words) { return (words.y << 16) | (words.x & 0xFFFFu); }

#if SUBGROUPS
// [in_subgroups]
uint team_size() { return SUBGROUPS; }
uint me() { return gl_SubgroupInvocationID; }
uint team_sum(uint value) { return subgroupAdd(value); }

// The first of the team for which `is_so` is true; team_size(), if there is none.
uint first_with(bool is_so)
{
    uint votes = subgroupBallot(is_so).x;
    return votes == 0u ? SUBGROUPS : findLSB(votes);
}
// [/in_subgroups]
#else
uint team_size() { return GROUP; }
uint me() { return gl_LocalInvocationIndex; }

uint team_sum(uint value)
{
    barrier(); // all have read the last sum
    return group_sum(value);
}

shared uint group_first;

uint first_with(bool is_so)
{
    barrier(); // all have read the last one
    if (me() == 0u) group_first = GROUP;
    barrier(); // it is set before any atomicMin()
    if (is_so) atomicMin(group_first, me());
    barrier(); // all have compared
    return group_first;
}
#endif

// The sum of a predecessor's tile, from its elements. False if it has published that sum meanwhile:
// from then on it may overwrite the elements, if the scan is in place. Word by word: this hardly ever
// runs, but the registers of a quicker loop would be taken from all groups.
bool add_up(uint tile, out uint total)
{
    uint own = 0u, words = 4u * TILE_VECTORS, end = min((tile + 1u) * words, count);
    for (uint i = tile * words + me(); i < end; i += team_size()) own += in_words[i];
    total = team_sum(own);
    memoryBarrierBuffer(); // first the elements, then this:
    return first_with(me() == 0u && is_there(progress[tile].xy)) != 0u;
}

// The sum of all tiles before this one.
uint look_back(uint tile)
{
    uint before = 0u, end = tile, patience = PATIENCE; // the same for all of the team
    while (end > 0u) {
        // Each invocation looks at one tile, from `end` - 1 down.
        uvec4 words = me() < end ? progress[end - 1u - me()] : uvec4(0u);
        bool has_prefix = is_there(words.zw), has_sum = is_there(words.xy);
        uint prefix = first_with(has_prefix), unknown = first_with(!has_prefix && !has_sum);
        uint known = min(prefix + 1u, unknown); // how many, up to the nearest prefix
        before += team_sum(me() < known ? value_of(has_prefix ? words.zw : words.xy) : 0u);
        if (prefix < unknown) break; // it has all those before it
        end -= known;
        if (known > 0u) continue;
        uint total;
        if (patience > 0u) {
            patience--;
        } else if (add_up(end - 1u, total)) {
#if SUBGROUPS
            subgroupBarrier(); // all have looked at these words, in turns before
#endif
            if (me() == 0u) progress[end - 1u].xy = words_of(total); // as it will itself: for the others
            before += total;
            end--;
        }
    }
    return before;
}
