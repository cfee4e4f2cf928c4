#version 430 core
// How fast this machine reads: each invocation adds up VECTORS vectors of 16 bytes and writes one
// word, so that no compiler can leave the reads out. The buffers hold a whole number of work
// groups: no guard is needed.
#include "roof/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = ROOF_FROM) restrict readonly buffer From { uvec4 from[]; };
layout(std430, binding = ROOF_TO) restrict writeonly buffer Sums { uint sums[]; };

void main()
{
    // Neighbouring invocations read neighbouring vectors.
    uint first = gl_WorkGroupID.x * (GROUP * VECTORS) + gl_LocalInvocationID.x;
    uvec4 sum = uvec4(0);
    for (uint k = 0; k < VECTORS; k++) sum += from[first + k * GROUP];
    sums[gl_GlobalInvocationID.x] = sum.x + sum.y + sum.z + sum.w;
}
