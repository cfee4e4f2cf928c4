#version 430 core
// Scan, `scan_serial`: all load, and the first invocation adds up alone.
// Limit: BLOCK steps one after the other, while the rest of the group waits.
layout(local_size_x = BLOCK) in;

#include "02_shared/scan.glsl"

shared uint sums[BLOCK];

void main()
{
    uint lane = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
    uint value = value_at(i);
    sums[lane] = value;
    RECORD(0u, lane, value);
    barrier(); // the first invocation reads all

    if (lane == 0u) {
        uint sum = 0u;
        for (uint k = 0u; k < BLOCK; k++) {
            uint own = sums[k];
            sums[k] = sum;
            sum += own;
        }
    }
    barrier(); // all read what the first has written

    RECORD(1u, lane, sums[lane]);
    if (i < n) scan[i] = sums[lane];
}
