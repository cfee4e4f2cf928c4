// What the kernels of the part `loops` share: ROUNDS rounds, in a loop that each of them writes in its own way.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Numbers { uvec4 numbers[]; };
layout(std430, binding = 1) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = 0) uniform uint count;
layout(location = 4) uniform uint rounds; // ROUNDS, which the compiler does not know
layout(location = 7) uniform uint factor; // those of next_number(), likewise
layout(location = 8) uniform uint addend;

#include "10_profiling/numbers.glsl"

uvec4 all_rounds(uvec4 x);

void main()
{
    uint i = my_element();
    if (i < count) result[i] = all_rounds(numbers[i]);
}
