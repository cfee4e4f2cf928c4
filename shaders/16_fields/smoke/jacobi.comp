#version 430 core
// `jacobi`: every cell takes the pressure that its neighbours' last ones ask of it.
// Limit: news of a pressure travels one cell a sweep, and the box is hundreds wide.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(std430, binding = RIGHT) restrict readonly buffer right_buffer
{
    float divergence[];
};

layout(std430, binding = PRESSURE) restrict readonly buffer pressure_buffer
{
    float pressure[];
};

layout(std430, binding = PRESSURE_NEXT) restrict writeonly buffer next_buffer
{
    float pressure_next[];
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
    pressure_next[i] = solved;
}
