// Ranks a tile's keys by their digit with subgroup operations. Each subgroup ranks a stretch of the
// tile, one row of keys after the other: a ballot for each of the digit's bits tells an invocation
// which others have the same digit, and how many of them come before it.
#include "sort/subgroup.glsl"

const uint COUNTERS = GROUP / SUBGROUP_LEAST * RADIX; // one for each subgroup and digit

// First the counters, then the tile: they are never needed together.
shared uint staged[COUNTERS > TILE ? COUNTERS : TILE];
shared uint sums[GROUP];

uint item_place(uint i) { return (subgroup_index() * ITEMS + i) * subgroup_size() + subgroup_lane(); }

// The invocations of the subgroup, as bits, that have the same digit.
uint find_peers(uint digit)
{
    uint peers = ballot(true);
    for (uint b = 0u; b < 8u; b++) {
        bool set = (digit >> b & 1u) != 0u;
        uint votes = ballot(set);
        peers &= set ? votes : ~votes;
    }
    return peers;
}

// `ranks` becomes how many keys with the same digit the subgroup has met before.
void rank_in_subgroup(uint keys[ITEMS], out uint ranks[ITEMS])
{
    uint lower_lanes = (1u << subgroup_lane()) - 1u;
    for (uint i = 0u; i < ITEMS; i++) {
        uint digit = digit_of(keys[i]), counter = subgroup_index() * RADIX + digit;
        uint peers = find_peers(digit), before = bitCount(peers & lower_lanes);
        uint met = staged[counter];
        subgroup_wait(); // all peers have read it
        if (before == 0u) staged[counter] = met + bitCount(peers);
        subgroup_wait(); // the next row's peers read it
        ranks[i] = met + before;
    }
}

// Each subgroup's counters become what the subgroups before it have met. Returns the sum of all: how
// often the tile has the digit that this invocation stands for.
uint add_up_counters()
{
    uint digit = gl_LocalInvocationIndex, sum = 0u;
    if (digit >= RADIX) return 0u;
    for (uint s = 0u; s < GROUP / subgroup_size(); s++) {
        uint met = staged[s * RADIX + digit];
        staged[s * RADIX + digit] = sum;
        sum += met;
    }
    return sum;
}

// first_of[] from what each of the first RADIX invocations hands over.
void scan_digits(uint of_digit)
{
    uint t = gl_LocalInvocationIndex, sum = of_digit;
    for (uint distance = 1u; distance < RADIX; distance *= 2u) {
        sums[t] = sum;
        barrier();
        if (t >= distance) sum += sums[t - distance];
        barrier(); // before sums[] is overwritten
    }
    if (t < RADIX) first_of[t] = sum - of_digit;
    barrier(); // everybody reads first_of[]
}

void rank_keys(uint keys[ITEMS], out uint ranks[ITEMS])
{
    for (uint c = gl_LocalInvocationIndex; c < COUNTERS; c += GROUP) staged[c] = 0u;
    barrier(); // all are zero before one counts
    rank_in_subgroup(keys, ranks);
    barrier(); // all subgroups have counted
    scan_digits(add_up_counters());
    for (uint i = 0u; i < ITEMS; i++) {
        uint digit = digit_of(keys[i]);
        ranks[i] += first_of[digit] + staged[subgroup_index() * RADIX + digit];
    }
    barrier(); // nobody reads the counters any more
}
