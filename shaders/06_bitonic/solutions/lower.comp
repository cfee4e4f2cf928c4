#version 430 core
// Task: a pass (k, j) of the network. There is an invocation for each comparison, and `p` says which. Places that
// are j apart are compared: with j = 4, 0 to 3 with 4 to 7, then 8 to 11 with 12 to 15, and so on. j is a power of
// two. Find the lower place of comparison p, then run: ./wb check 6.lower
#include "06_bitonic/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = KEYS) restrict buffer Keys { uint keys[]; };
layout(std430, binding = VALUES) restrict buffer Values { uint values[]; };
layout(location = COUNT) uniform uint count; // a power of two
layout(location = K) uniform uint k;
layout(location = J) uniform uint j;

#include "sort/pair.glsl"

void main()
{
    uint p = gl_GlobalInvocationID.x;
    if (p >= count / 2u) return;
    // --- your lines from here ---
    uint i = p / j * 2u * j + p % j;
    // --- to here ---

    uint partner = i + j;
    bool upwards = (i & k) == 0u;
    uvec2 a = uvec2(keys[i], values[i]), b = uvec2(keys[partner], values[partner]);
    if (is_larger(upwards ? a : b, upwards ? b : a)) {
        keys[i] = b.x;
        values[i] = b.y;
        keys[partner] = a.x;
        values[partner] = a.y;
    }
}

// --- as shipped ---
//     uint i = 2u * p; // a start: right while j is 1
