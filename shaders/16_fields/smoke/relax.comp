#version 430 core
// `red_black`: half a sweep. The cells of one colour are solved in place; all their neighbours have the other colour, as on a
// chess board, so no invocation reads what another one writes. `omega` goes further than solved.
// Limit: a wave as long as the box still takes as many sweeps as the box has cells.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(std430, binding = RIGHT) restrict readonly buffer right_buffer
{
    float right[];
};

layout(std430, binding = PRESSURE) restrict buffer pressure_buffer
{
    float pressure[];
};

layout(location = COLOUR) uniform int colour;
layout(location = OMEGA) uniform float omega;

#include "16_fields/smoke/equation.glsl"

float pressure_at(int i)
{
    return pressure[i];
}

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    p.x = 2 * p.x + ((p.y + p.z + colour) & 1);
    if (!is_inside(p)) return;
    int i = index_of(p);
    float before = pressure[i];
    precise float solved = (sum_of_neighbours(p, i) - right[i]) * share_of(i);
    precise float further = before + omega * (solved - before);
    pressure[i] = further;
}
