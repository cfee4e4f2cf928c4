#version 430 core
// `count_spread`, first dispatch: COUNTERS counters, each in a cache line of its own. A group takes the one
// that its number leads to; a second dispatch adds them up.
// Limit: still one atomic on the buffer for every value that counts.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Counters { uint counters[]; }; // COUNTERS x SPACING
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it count

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index();
    uint own = linear_group() % COUNTERS * SPACING;
    if (i < count && values[i] < limit) atomicAdd(counters[own], 1u);
}
