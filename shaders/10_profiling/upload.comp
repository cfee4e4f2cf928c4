#version 430 core
// Takes what the CPU has just sent, and goes one round with it.
// Limit: the way from the CPU.
#include "10_profiling/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = NUMBERS) restrict readonly buffer Numbers { uvec4 numbers[]; };
layout(std430, binding = RESULT) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = COUNT) uniform uint count;

#include "10_profiling/numbers.glsl"

void main()
{
    uint i = my_element();
    if (i < count) result[i] = next_number(numbers[i]);
}
