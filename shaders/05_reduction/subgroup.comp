#version 430 core
// `subgroup`: as `vectors`, but the invocations of a subgroup add up their values by one operation,
// without shared memory and barriers; one atomic addition to shared memory for each subgroup does
// the rest. Without GL_KHR_shader_subgroup, every invocation makes that atomic addition.
// Limit: reading.
#include "scan/group_sum.glsl"

layout(local_size_x = GROUP) in;

#include "05_reduction/vectors.glsl"

void main()
{
    uint sum = group_sum(sum_of_vectors());
    write_sum(sum, NUMBERS);
}
