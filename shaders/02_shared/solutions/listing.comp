#version 430 core
// Task: mend it. A prefix sum from a tutorial: each number of a block of BLOCK becomes the sum of those before it. It
// is wrong twice. The first mistake is in an index, in both loops. Behind it the second one shows.
// Find them, then run: ./wb check 2.listing
layout(local_size_x = BLOCK) in;

#include "02_shared/scan.glsl" // value_at(i) loads

shared struct { uint front, tile[BLOCK]; } group; // `front` is there so that tile[-1] does no harm

void main()
{
    int lane = int(gl_LocalInvocationID.x);
    uint i = gl_GlobalInvocationID.x;
    if (lane == 0) group.front = 0u;
    group.tile[lane] = value_at(i);
    // --- your lines from here ---
    for (int stride = 1; stride < BLOCK; stride *= 2) { // sums of ever larger parts, at their right ends
        int idx = (2 * lane + 2) * stride - 1;
        barrier();
        if (idx < BLOCK) group.tile[idx] += group.tile[idx - stride];
    }
    barrier(); // lane 0 has just added to the last word
    if (lane == BLOCK - 1) group.tile[BLOCK - 1] = 0u;
    for (int stride = BLOCK / 2; stride >= 1; stride /= 2) { // and down again, with what is before each part
        int idx = (2 * lane + 2) * stride - 1;
        barrier();
        if (idx < BLOCK) {
            uint left = group.tile[idx - stride];
            group.tile[idx - stride] = group.tile[idx];
            group.tile[idx] += left;
        }
    }
    // --- to here ---
    barrier();
    if (i < n) scan[i] = group.tile[lane];
}

// --- as shipped ---
//     for (int stride = 1; stride < BLOCK; stride *= 2) { // sums of ever larger parts, at their right ends
//         int idx = (2 * lane + 1) * stride - 1;
//         barrier();
//         if (idx < BLOCK) group.tile[idx] += group.tile[idx - stride];
//     }
//     if (lane == BLOCK - 1) group.tile[BLOCK - 1] = 0u;
//     for (int stride = BLOCK / 2; stride >= 1; stride /= 2) { // and down again, with what is before each part
//         int idx = (2 * lane + 1) * stride - 1;
//         barrier();
//         if (idx < BLOCK) {
//             uint left = group.tile[idx - stride];
//             group.tile[idx - stride] = group.tile[idx];
//             group.tile[idx] += left;
//         }
//     }
