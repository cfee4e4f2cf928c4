// What the kernels of the parts `limit` and `sweep` are given.
#include "10_profiling/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = NUMBERS) restrict readonly buffer Numbers { uvec4 numbers[]; };
layout(std430, binding = RESULT) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = COUNT) uniform uint count; // of elements to write
layout(location = TOTAL) uniform uint total; // of elements that there are to read
layout(location = ARITHMETIC) uniform uint arithmetic;
layout(location = READS) uniform uint reads;

#include "10_profiling/numbers.glsl"
