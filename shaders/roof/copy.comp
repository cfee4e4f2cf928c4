#version 430 core
// How fast this machine copies: each invocation moves VECTORS vectors of 16 bytes. The buffers hold
// a whole number of work groups: no guard is needed.
#include "roof/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = ROOF_FROM) restrict readonly buffer From { uvec4 from[]; };
layout(std430, binding = ROOF_TO) restrict writeonly buffer To { uvec4 to[]; };

void main()
{
    // Neighbouring invocations move neighbouring vectors.
    uint first = gl_WorkGroupID.x * (GROUP * VECTORS) + gl_LocalInvocationID.x;
    for (uint k = 0; k < VECTORS; k++) to[first + k * GROUP] = from[first + k * GROUP];
}
