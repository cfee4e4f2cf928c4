// Ranks a tile's keys by their digit with subgroup operations. Each subgroup ranks a stretch of the
// tile, one row of keys after the other: a ballot for each of the digit's bits tells an invocation
// which others have the same digit, and how many of them come before it.
#include "sort/subgroup.glsl"

const uint SUBGROUPS_IN_GROUP = GROUP / SUBGROUP;
const uint COUNTERS = SUBGROUPS_IN_GROUP * RADIX; // one for each subgroup and digit

// First the counters, then the tile: they are never needed together.
shared uint staged[COUNTERS > TILE ? COUNTERS : TILE];
shared uint totals[RADIX / SUBGROUP];

uint item_place(uint i) { return (subgroup_index() * ITEMS + i) * SUBGROUP + subgroup_lane(); }

// The invocations of the subgroup, as bits, that have the same digit.
uint find_peers(uint digit)
{
    uint peers = ballot(true);
    for (uint b = 0u; b < DIGIT_BITS; b++) {
        bool is_one = (digit & 1u << b) != 0u;
        uint ones = ballot(is_one);
        peers &= is_one ? ones : ~ones;
    }
    return peers;
}

// `ranks` becomes how many keys with the same digit the subgroup has met before. The first of the
// peers keeps the counter, and tells the others what it was. The ballots keep the rows apart: no lane
// comes to the next row's counters before all have left this row's.
void rank_in_subgroup(uint keys[ITEMS], out uint ranks[ITEMS])
{
    uint lower_lanes = (1u << subgroup_lane()) - 1u;
    for (uint i = 0u; i < ITEMS; i++) {
        uint digit = digit_of(keys[i]), counter = subgroup_index() * RADIX + digit;
        uint peers = find_peers(digit), before = bitCount(peers & lower_lanes), met = 0u;
        if (before == 0u) met = atomicAdd(staged[counter], bitCount(peers));
        ranks[i] = value_of_lane(met, findLSB(peers)) + before;
    }
}

// One invocation for each digit hands over how many keys of the tile have it, and gets how many have
// a lower one.
uint scan_digits(uint of_digit)
{
    uint s = subgroup_index(), before = sum_of_lower_lanes(of_digit);
    if (s < RADIX / SUBGROUP && subgroup_lane() == SUBGROUP - 1u) totals[s] = before + of_digit;
    barrier(); // all totals are there
    for (uint lower = 0u; lower < RADIX / SUBGROUP; lower++)
        if (lower < s) before += totals[lower];
    return before;
}

// Each counter becomes the place of the first key that it has counted, from first_of[] on.
void place_counters()
{
    uint digit = subgroup_index() * SUBGROUP + subgroup_lane(), of_digit = 0u;
    if (digit < RADIX) {
        uint met[SUBGROUPS_IN_GROUP];
        for (uint s = 0u; s < SUBGROUPS_IN_GROUP; s++) met[s] = staged[s * RADIX + digit];
        for (uint s = 0u; s < SUBGROUPS_IN_GROUP; s++) {
            staged[s * RADIX + digit] = of_digit;
            of_digit += met[s];
        }
    }
    uint first = scan_digits(of_digit);
    if (digit < RADIX) first_of[digit] = first;
    barrier(); // all read these places
}

void rank_keys(uint keys[ITEMS], out uint ranks[ITEMS])
{
    for (uint i = gl_LocalInvocationIndex; i < COUNTERS; i += GROUP) staged[i] = 0u;
    barrier(); // all are zero before one counts
    rank_in_subgroup(keys, ranks);
    barrier(); // all subgroups have counted
    place_counters();
    for (uint i = 0u; i < ITEMS; i++) {
        uint digit = digit_of(keys[i]);
        ranks[i] += first_of[digit] + staged[subgroup_index() * RADIX + digit];
    }
    barrier(); // no invocation reads the counters any more
}
