// What the kernels of the part `paths` share: the sum of 3 x 3 texels, which each of them gets in its own way.
#include "10_profiling/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = RESULT) restrict writeonly buffer Result { uint result[]; };
layout(location = COUNT) uniform uint count;
layout(location = EXTENT) uniform ivec2 extent; // columns and rows

#include "10_profiling/numbers.glsl"

uint texel(ivec2 at);

void main()
{
    uint i = my_element();
    if (i >= count) return;

    ivec2 here = ivec2(int(i) % extent.x, int(i) / extent.x);
    uint sum = 0u;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) sum += texel(clamp(here + ivec2(x, y), ivec2(0), extent - 1));
    result[i] = sum;
}
