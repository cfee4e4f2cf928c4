#version 430 core
// Exercise: the down-sweep of the work-efficient scan. After the up-sweep, the last place of each part
// of 2, 4, 8 ... elements holds the sum of that part; the last place of all has just been set to 0.
// On the way down, each invocation has one part of 2 * distance elements. Its last place, `right`,
// holds the sum of everything before the part; `left` is the last place of its left half, and still
// holds that half's own sum. Afterwards both have to hold the sum of everything before their half.
// Write the three lines in the gap, then run: ./wb check 2 --variant exercise
layout(local_size_x = HALF) in;

#include "02_shared/sweeps.glsl"

void down_sweep(uint lane)
{
    uint level = LEVELS + 1u;
    for (uint distance = HALF; distance > 0u; distance /= 2u) {
        barrier(); // what the level above has written
        record(level++, lane);
        uint right = (2u * lane + 2u) * distance - 1u;
        if (right < BLOCK) {
            uint left = place(right - distance);
            right = place(right);
            // --- your lines from here ---
            uint left_sum = sums[left];
            sums[left] = sums[right];
            sums[right] += left_sum;
            // --- to here ---
        }
    }
    barrier();
    record(level, lane);
}
