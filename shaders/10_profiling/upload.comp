#version 430 core
// Takes what the CPU has just sent, and goes one round with it.
// Limit: the way from the CPU.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Numbers { uvec4 numbers[]; };
layout(std430, binding = 1) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = 0) uniform uint count;

#include "10_profiling/numbers.glsl"

void main()
{
    uint i = my_element();
    if (i < count) result[i] = next_number(numbers[i]);
}
