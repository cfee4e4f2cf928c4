// What the kernels of the parts `division` and `branches` share: ROUNDS times one_round(), which each of them
// has its own way to write down.
#include "10_profiling/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = NUMBERS) restrict readonly buffer Numbers { uvec4 numbers[]; };
layout(std430, binding = RESULT) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = COUNT) uniform uint count;
layout(location = BY) uniform uint divisor; // 8, which the compiler does not know

#include "10_profiling/numbers.glsl"

uvec4 one_round(uvec4 x);

void main()
{
    uint i = my_element();
    if (i >= count) return;

    uvec4 x = numbers[i];
    for (uint k = 0u; k < ROUNDS; k++) x = one_round(x);
    result[i] = x;
}
