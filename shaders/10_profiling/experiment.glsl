// What the kernels of the parts `limit` and `sweep` are given.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Numbers { uvec4 numbers[]; };
layout(std430, binding = 1) restrict writeonly buffer Result { uvec4 result[]; };
layout(location = 0) uniform uint count; // of elements to write
layout(location = 1) uniform uint total; // of elements that there are to read
layout(location = 2) uniform uint arithmetic;
layout(location = 3) uniform uint reads;

#include "10_profiling/numbers.glsl"
