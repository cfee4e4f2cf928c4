#version 430 core
// The texels lie in a storage buffer, row by row.
// Limit: nine loads a sum, which caches serve.
#include "10_profiling/slots.h"

layout(std430, binding = NUMBERS) restrict readonly buffer Numbers { uint numbers[]; };
#include "10_profiling/paths.glsl"

uint texel(ivec2 at) { return numbers[at.y * extent.x + at.x]; }
