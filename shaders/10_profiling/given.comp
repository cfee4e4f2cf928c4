#version 430 core
// The task's kernel as it was given: right, and slow.
#include "10_profiling/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = NUMBERS) restrict readonly buffer Numbers { uvec4 numbers[]; };
layout(std430, binding = RESULT) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = COUNT) uniform uint count;
layout(location = ROUND_COUNT) uniform uint rounds;

#include "10_profiling/numbers.glsl"

void main()
{
    uint i = my_element();
    if (i >= count) return;

    uvec4 x = numbers[i];
    for (uint k = 0u; k < rounds; k++) x = next_number(x);
    result[i] = x;
}
