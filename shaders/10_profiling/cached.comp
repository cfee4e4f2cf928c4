#version 430 core
// BROKEN: work.comp that reads 16 elements only, which lie in the nearest cache.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Numbers { uvec4 numbers[]; };
layout(std430, binding = 1) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = 0) uniform uint count; // of elements to write
layout(location = 1) uniform uint total; // of elements that there are to read
layout(location = 2) uniform uint arithmetic;
layout(location = 3) uniform uint reads;

#include "10_profiling/numbers.glsl"

void main()
{
    uint i = my_element();
    if (i >= count) return;

    uvec4 x = uvec4(0u);
    for (uint r = 0u, at = i; r < reads; r++) {
        x = 3u * x + numbers[at % 16u]; // BROKEN: so many bytes are asked for, but the memory sends few
        at += total / 2u; // far away, so that no cache has it
        if (at >= total) at -= total;
    }
    for (uint k = 0u; k < arithmetic; k++) x = next_number(x);
    result[i] = x;
}
