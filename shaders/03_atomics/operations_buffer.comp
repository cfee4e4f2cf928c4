#version 430 core
// `operations_buffer`: the variables are in a buffer, a row of them for each group.
// Limit: every operation goes to the second-level cache, and its old value comes back from there.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict writeonly buffer Results { uint results[]; }; // groups x RESULTS
layout(std430, binding = 2) restrict writeonly buffer Chances { uint chances[]; }; // groups x the others
layout(std430, binding = 3) restrict writeonly buffer Orders { uvec2 orders[]; };  // ticket, successor
layout(std430, binding = 4) coherent buffer Variables { uint variables[]; }; // groups x VARIABLES
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint group_count;

#include "03_atomics/linear.glsl"

#define VARIABLE(k) variables[linear_group() * VARIABLES + (k)]

// barrier() by itself orders only what is shared; for a buffer it takes this too.
void wait_for_group()
{
    memoryBarrierBuffer();
    barrier();
}

#include "03_atomics/operations.glsl"
