// What the kernels of the part `packing` share: 16 bytes an invocation, whatever number of samples they hold.
#include "10_profiling/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = NUMBERS) restrict readonly buffer Numbers { uvec4 numbers[]; };
layout(std430, binding = RESULT) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = COUNT) uniform uint count;

#include "10_profiling/numbers.glsl"

// A sample from 0 to 255, brighter by 40.
uvec4 brighter(uvec4 samples) { return min(samples + 40u, 255u); }

uvec4 brighter_words(uvec4 words);

void main()
{
    uint i = my_element();
    if (i < count) result[i] = brighter_words(numbers[i]);
}
