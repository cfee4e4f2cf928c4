#version 430 core
// `in_place`, broken: Jacobi's sweep over one buffer. Some neighbours are those of the last sweep, some of this one.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(std430, binding = RIGHT) restrict readonly buffer right_buffer
{
    float divergence[];
};

layout(std430, binding = PRESSURE) restrict buffer pressure_buffer
{
    float pressure[];
};

#include "16_fields/smoke/equation.glsl"

float pressure_at(int i)
{
    return pressure[i];
}

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (!is_inside(p)) return;
    int i = index_of(p);
    precise float solved = (sum_of_neighbours(p, i) - divergence[i]) * share_of(i);
    pressure[i] = solved; // BROKEN: has the neighbour read it already?
}
