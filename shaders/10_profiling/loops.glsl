// What the kernels of the part `loops` share: ROUNDS rounds, in a loop that each of them writes in its own way.
#include "10_profiling/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = NUMBERS) restrict readonly buffer Numbers { uvec4 numbers[]; };
layout(std430, binding = RESULT) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = COUNT) uniform uint count;
layout(location = ROUND_COUNT) uniform uint rounds; // ROUNDS, which the compiler does not know
layout(location = FACTOR) uniform uint factor;      // those of next_number(), likewise
layout(location = ADDEND) uniform uint addend;

#include "10_profiling/numbers.glsl"

uvec4 all_rounds(uvec4 x);

void main()
{
    uint i = my_element();
    if (i < count) result[i] = all_rounds(numbers[i]);
}
