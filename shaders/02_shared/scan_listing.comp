#version 430 core
// BROKEN: the module's listing of a prefix sum, in GLSL. One `stride` is missing in its index: lane 0 adds the word
// in front of the tile, and the last word never gets the sum of all.
// Two things are ours. The index is signed, so that this word is tile[-1]; the listing's wraps round to 4,294,967,295. And
// `front` is there for it to be read: an address outside the group's memory may stop a GPU.
layout(local_size_x = BLOCK) in;

#include "02_shared/scan.glsl"

shared struct { uint front, tile[BLOCK]; } group;

void main()
{
    int lane = int(gl_LocalInvocationID.x);
    uint i = gl_GlobalInvocationID.x;
    uint value = value_at(i);
    group.tile[lane] = value;
    if (lane == 0) group.front = 0u;
    RECORD(0u, lane, value);
    barrier();

    for (int stride = 1; stride < BLOCK; stride *= 2) {
        int idx = (2 * lane + 1) * stride - 1; // the right one is (2 * lane + 2) * stride - 1
        barrier();
        if (idx < BLOCK) group.tile[idx] += group.tile[idx - stride];
    }
    if (lane == BLOCK - 1) group.tile[BLOCK - 1] = 0u;
    barrier();
    for (int stride = BLOCK / 2; stride >= 1; stride /= 2) {
        int idx = (2 * lane + 1) * stride - 1, left = idx - stride;
        barrier();
        if (idx < BLOCK && left >= 0) { // the listing goes without `left >= 0`, and writes in front of its tile
            uint temp = group.tile[left];
            group.tile[left] = group.tile[idx];
            group.tile[idx] += temp;
        }
    }
    barrier();
    RECORD(1u, lane, group.tile[lane]);
    if (i < n) scan[i] = group.tile[lane];
}
