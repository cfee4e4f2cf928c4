#version 430 core
// Task: mend it. This pass has an invocation for each place, not for each comparison. After it some keys are
// there twice, and others are gone. The dispatch stays as it is. Find out why, then run: ./wb check 6.each
#include "06_bitonic/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = KEYS) restrict buffer Keys { uint keys[]; };
layout(std430, binding = VALUES) restrict buffer Values { uint values[]; };
layout(location = COUNT) uniform uint count; // a power of two
layout(location = K) uniform uint k;
layout(location = J) uniform uint j;

#include "sort/pair.glsl"

// --- your lines from here ---
void main()
{
    uint i = gl_GlobalInvocationID.x, partner = i ^ j;
    if (i >= count) return;

    bool wants_smaller = ((i & k) == 0u) == (i < partner);
    uvec2 own = uvec2(keys[i], values[i]), other = uvec2(keys[partner], values[partner]);
    if (wants_smaller ? is_larger(own, other) : is_larger(other, own)) {
        keys[i] = other.x;
        values[i] = other.y;
    }
}
// --- to here ---
