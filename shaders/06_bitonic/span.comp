#version 430 core
// Version 2: all passes whose partners are within a span of SPAN pairs, in shared memory: one
// dispatch for the whole sort of each span, then one for the last passes of each longer merge.
// Limit: a barrier after every single comparison.
#include "06_bitonic/slots.h"

layout(local_size_x = GROUP) in; // half of SPAN

layout(std430, binding = KEYS) restrict buffer Keys { uint keys[]; };
layout(std430, binding = VALUES) restrict buffer Values { uint values[]; };
layout(location = COUNT) uniform uint count;     // a power of two
layout(location = FIRST_K) uniform uint first_k; // from merging runs of this length
layout(location = LAST_K) uniform uint last_k;   // to this

#include "sort/pair.glsl"

shared uvec2 span[SPAN];

void compare(uint first, uint k, uint j)
{
    uint p = gl_LocalInvocationIndex, i = (p & ~(j - 1u)) * 2u + (p & (j - 1u));
    bool upwards = (first + i & k) == 0u;
    uvec2 a = span[i], b = span[i + j];
    if (is_larger(upwards ? a : b, upwards ? b : a)) {
        span[i] = b;
        span[i + j] = a;
    }
}

void main()
{
    uint t = gl_LocalInvocationIndex, first = gl_WorkGroupID.x * SPAN;
    for (uint s = t; s < SPAN; s += GROUP)
        span[s] = first + s < count ? uvec2(keys[first + s], values[first + s]) : BEYOND;
    barrier(); // the first comparison reads what others loaded

    for (uint k = first_k; k <= last_k; k *= 2u) {
        for (uint j = min(k, SPAN) / 2u; j > 0u; j /= 2u) {
            compare(first, k, j);
            barrier(); // the next comparison has other partners
        }
    }

    for (uint s = t; s < SPAN; s += GROUP) {
        if (first + s >= count) break;
        keys[first + s] = span[s].x;
        values[first + s] = span[s].y;
    }
}
