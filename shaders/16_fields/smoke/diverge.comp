#version 430 core
// How much air flows out of each cell: what pressure has to make 0.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(std430, binding = RIGHT) restrict writeonly buffer divergence_buffer
{
    float divergence[];
};

#include "16_fields/smoke/grid.glsl"
#include "16_fields/smoke/velocity.glsl"

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (!is_inside(p)) return;
    precise float across = at(velocity_x, p + X) - at(velocity_x, p), up = at(velocity_y, p + Y) - at(velocity_y, p);
    precise float deep = at(velocity_z, p + Z) - at(velocity_z, p);
    precise float sum = (across + up) + deep;
    divergence[index_of(p)] = sum;
}
