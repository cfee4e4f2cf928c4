#version 430 core
// How fast this machine multiplies and adds float32: each invocation keeps ACCUMULATORS chains of
// multiply-adds going, which do not depend on each other. No memory is read.
layout(local_size_x = GROUP) in;

layout(std430, binding = 1) restrict writeonly buffer To { float to[]; };
layout(location = 0) uniform float factor; // 0.5, which the compiler does not know

void main()
{
    float sums[ACCUMULATORS];
    for (int k = 0; k < ACCUMULATORS; k++) sums[k] = float(k);
    for (int i = 0; i < ROUNDS; i++)
        for (int k = 0; k < ACCUMULATORS; k++) sums[k] = sums[k] * factor + 1.0; // nears 2

    float sum = 0.0;
    for (int k = 0; k < ACCUMULATORS; k++) sum += sums[k];
    to[gl_GlobalInvocationID.x] = sum;
}
