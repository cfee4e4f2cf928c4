#version 430 core
// From the sums of each cell to a body: its mass, at its stars' centre of mass. An empty one is a body
// without mass.
// Limit: reading and writing.
#include "14_galaxy/slots.h"

layout(local_size_x = GROUP) in;

layout(location = FIELD_GRID) uniform int grid;
layout(location = UNIT) uniform float kpc_per_cell;
layout(std430, binding = SUMS) restrict readonly buffer Sums { uvec4 sums[]; };
layout(std430, binding = CENTRES) restrict writeonly buffer Centres { vec4 centres[]; };
layout(std430, binding = FLAGS) restrict writeonly buffer Flags { uint flags[]; }; // 1: there are stars

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    if (i >= grid * grid * grid) return;
    uvec4 sum = sums[i];
    vec3 cell = vec3(i % grid, i / grid % grid, i / (grid * grid)) - 0.5 * float(grid);
    vec3 inside = vec3(sum.yzw) / (float(max(sum.x, 1u)) * float(1 << BITS));
    centres[i] = vec4((cell + inside) * kpc_per_cell, float(sum.x));
    flags[i] = min(sum.x, 1u);
}
