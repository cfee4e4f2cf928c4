// Down a level: what is still wrong in eight cells is what their coarse cell has to mend. The including shader defines asked_of().
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

// The right side of coarse cell p.
float asked_of(ivec3 p);

#include "16_fields/smoke/equation.glsl"

float pressure_at(int i)
{
    return pressure[i];
}

// [residual]
// What is left of a cell's equation; nothing beyond the box, where a coarse cell may reach.
float residual(ivec3 p)
{
    if (!is_inside(p)) return 0.0;
    int i = index_of(p);
    precise float left = (right[i] - sum_of_neighbours(p, i)) + own_weight(i) * pressure[i];
    return left;
}
// [/residual]

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(p, coarse_size))) return;
    int i = (p.z * coarse_size.y + p.y) * coarse_size.x + p.x;
    coarse_right[i] = asked_of(p);
    coarse_pressure[i] = 0.0;
}
