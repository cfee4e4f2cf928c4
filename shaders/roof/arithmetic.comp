#version 430 core
// How fast this machine multiplies and adds float32: each invocation keeps ROOF_ACCUMULATORS chains of
// multiply-adds going, which do not depend on each other. No memory is read.
#include "roof/slots.h"

layout(local_size_x = ROOF_ARITHMETIC_GROUP) in;

layout(std430, binding = ROOF_TO) restrict writeonly buffer To { float to[]; };
layout(location = ROOF_FACTOR) uniform float factor; // 0.5, which the compiler does not know

void main()
{
    float sums[ROOF_ACCUMULATORS];
    for (int k = 0; k < ROOF_ACCUMULATORS; k++) sums[k] = float(k);
    for (int i = 0; i < ROOF_ROUNDS; i++)
        for (int k = 0; k < ROOF_ACCUMULATORS; k++) sums[k] = sums[k] * factor + 1.0; // nears 2

    float sum = 0.0;
    for (int k = 0; k < ROOF_ACCUMULATORS; k++) sum += sums[k];
    to[gl_GlobalInvocationID.x] = sum;
}
