#version 430 core
// Down a level: how much each of eight cells is still wrong is what their coarse cell has to mend. It begins with 0.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(std430, binding = RIGHT) restrict readonly buffer right_buffer
{
    float right[];
};

layout(std430, binding = PRESSURE) restrict readonly buffer pressure_buffer
{
    float pressure[];
};

layout(std430, binding = COARSE_RIGHT) restrict writeonly buffer coarse_right_buffer
{
    float coarse_right[];
};

layout(std430, binding = COARSE_PRESSURE) restrict writeonly buffer coarse_buffer
{
    float coarse_pressure[];
};

layout(location = COARSE_SIZE) uniform ivec3 coarse_size;

#include "16_fields/smoke/equation.glsl"

float pressure_at(int i)
{
    return pressure[i];
}

// What is left of a cell's equation; nothing beyond the box, where a coarse cell may reach.
float residual(ivec3 p)
{
    if (!is_inside(p)) return 0.0;
    int i = index_of(p);
    precise float left = (right[i] - sum_of_neighbours(p, i)) + own_weight(i) * pressure[i];
    return left;
}

float row_of(ivec3 p)
{
    precise float sum = residual(p) + residual(p + ivec3(1, 0, 0));
    return sum;
}

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(p, coarse_size))) return;
    precise float back = row_of(2 * p) + row_of(2 * p + ivec3(0, 1, 0));
    precise float front = row_of(2 * p + ivec3(0, 0, 1)) + row_of(2 * p + ivec3(0, 1, 1));
    precise float sum = back + front;
    int i = (p.z * coarse_size.y + p.y) * coarse_size.x + p.x;
    coarse_right[i] = sum;
    coarse_pressure[i] = 0.0;
}
