#version 430 core
// Scan, `blelloch` and `blelloch_padded`: up the tree with sums of parts, down it with what stands before
// each part. Two additions an element, whatever BLOCK is.
// Limit of `blelloch`: in the upper levels the sums are 32, 64 ... words apart, all in one bank.
// PADDED spreads them. Limit then: twice log2(BLOCK) barriers, with ever fewer at work.
layout(local_size_x = HALF) in;

#include "02_shared/sweeps.glsl"

// A part's last place holds the sum of all before the part. Its left half inherits it; its right half
// has the left half's own sum before it as well.
void down_sweep(uint lane)
{
    uint level = LEVELS + 1u;
    for (uint distance = HALF; distance > 0u; distance /= 2u) {
        barrier(); // what the level above has written
        record(level++, lane);
        uint right = (2u * lane + 2u) * distance - 1u;
        if (right < BLOCK) {
            uint left_sum = sums[place(right - distance)];
            sums[place(right - distance)] = sums[place(right)];
            sums[place(right)] += left_sum;
        }
    }
    barrier();
    record(level, lane);
}
