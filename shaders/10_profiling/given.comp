#version 430 core
// The exercise's kernel as it was given: right, and slow.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Numbers { uvec4 numbers[]; };
layout(std430, binding = 1) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = 0) uniform uint count;
layout(location = 4) uniform uint rounds;

#include "10_profiling/numbers.glsl"

void main()
{
    uint i = my_element();
    if (i >= count) return;

    uvec4 x = numbers[i];
    for (uint k = 0u; k < rounds; k++) x = next_number(x);
    result[i] = x;
}
