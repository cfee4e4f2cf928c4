// Ranks a tile's keys by their digit without subgroup operations: bit by bit, from the lowest, all
// keys whose bit is 0 go to the front, and those whose bit is 1 behind them, each in their order.
shared uint staged[TILE]; // digit and first place of a key: digit << 16 | place
shared uint ones[GROUP];  // how many ones the invocations up to each have

uint item_place(uint i) { return i * GROUP + gl_LocalInvocationIndex; }

// How many ones the invocations before this one have. All of them: ones[GROUP - 1].
uint scan_ones(uint own)
{
    uint t = gl_LocalInvocationIndex, sum = own;
    for (uint distance = 1u; distance < GROUP; distance *= 2u) {
        ones[t] = sum;
        barrier();
        if (t >= distance) sum += ones[t - distance];
        barrier(); // before ones[] is overwritten
    }
    ones[t] = sum;
    barrier(); // all read the last one
    return sum - own;
}

// Here each invocation has ITEMS places in a row.
void split(uint bit)
{
    uint words[ITEMS], first = gl_LocalInvocationIndex * ITEMS, own = 0u;
    for (uint i = 0u; i < ITEMS; i++) {
        words[i] = staged[first + i];
        own += words[i] >> bit & 1u;
    }
    uint ones_before = scan_ones(own), zeros = TILE - ones[GROUP - 1u];
    for (uint i = 0u; i < ITEMS; i++) {
        bool one = (words[i] >> bit & 1u) != 0u;
        staged[one ? zeros + ones_before : first + i - ones_before] = words[i];
        if (one) ones_before++;
    }
    barrier(); // the next bit reads what others placed
}

void rank_keys(uint keys[ITEMS], out uint ranks[ITEMS])
{
    for (uint i = 0u; i < ITEMS; i++) staged[item_place(i)] = digit_of(keys[i]) << 16 | item_place(i);
    barrier(); // the first bit reads what others placed
    for (uint bit = 16u; bit < 24u; bit++) split(bit);

    // The words are sorted. From where they stand now to where they stood.
    uint words[ITEMS];
    for (uint i = 0u; i < ITEMS; i++) {
        uint p = item_place(i), digit = staged[p] >> 16;
        words[i] = staged[p];
        if (p == 0u || staged[p - 1u] >> 16 != digit) first_of[digit] = p;
    }
    barrier(); // all have read their words
    for (uint i = 0u; i < ITEMS; i++) staged[words[i] & 0xFFFFu] = item_place(i);
    barrier(); // all know where the keys are now
    for (uint i = 0u; i < ITEMS; i++) ranks[i] = staged[item_place(i)];
    barrier(); // no invocation reads the words any more
}
