#version 430 core
// BROKEN: the same listing with the right index. In the last level lane 0 adds to the last word, and the last lane
// clears it. No barrier is between the two, so the sum may come after the zero: then all is off by it.
layout(local_size_x = BLOCK) in;

#include "02_shared/scan.glsl"

shared uint tile[BLOCK];

void main()
{
    uint lane = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
    uint value = value_at(i);
    tile[lane] = value;
    RECORD(0u, lane, value);
    barrier();

    for (uint stride = 1u; stride < BLOCK; stride *= 2u) {
        uint idx = (2u * lane + 2u) * stride - 1u;
        barrier();
        if (idx < BLOCK) tile[idx] += tile[idx - stride];
    }
    if (lane == BLOCK - 1u) tile[BLOCK - 1] = 0u; // nothing says that the sum was here before
    barrier();
    for (uint stride = BLOCK / 2u; stride >= 1u; stride /= 2u) {
        uint idx = (2u * lane + 2u) * stride - 1u, left = idx - stride;
        barrier();
        if (idx < BLOCK) {
            uint temp = tile[left];
            tile[left] = tile[idx];
            tile[idx] += temp;
        }
    }
    barrier();
    RECORD(1u, lane, tile[lane]);
    if (i < n) scan[i] = tile[lane];
}
