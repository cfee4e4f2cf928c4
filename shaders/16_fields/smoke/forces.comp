#version 430 core
// What pushes the air: warm air is lighter than the air around it, and goes up; whirls get back what the grid blurs.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(binding = HEAT) uniform sampler3D heat;
layout(binding = PUSH) uniform sampler3D push;
layout(r32f, binding = NEXT_X) restrict uniform image3D velocity_x;
layout(r32f, binding = NEXT_Y) restrict uniform image3D velocity_y;
layout(r32f, binding = NEXT_Z) restrict uniform image3D velocity_z;
layout(location = LIFT) uniform float lift; // cells a step, for each step and degree
layout(location = SWIRL) uniform float swirl;

#include "16_fields/smoke/grid.glsl"

// A face has the mean of the two cells beside it; the ceiling, that of the cell below.
vec3 push_between(ivec3 a, ivec3 b)
{
    precise vec3 sum = texelFetch(push, a, 0).xyz + texelFetch(push, min(b, size - 1), 0).xyz;
    return 0.5 * sum;
}

float heat_between(ivec3 a, ivec3 b)
{
    precise float sum = texelFetch(heat, a, 0).x + texelFetch(heat, min(b, size - 1), 0).x;
    return 0.5 * sum;
}

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(p, size + ivec3(0, 1, 0)))) return;
    ivec3 left = p - ivec3(1, 0, 0), below = p - ivec3(0, 1, 0), behind = p - ivec3(0, 0, 1);
    if (is_open_y(p)) {
        precise float faster = imageLoad(velocity_y, p).x + lift * heat_between(below, p);
        if (swirl > 0.0) faster += push_between(below, p).y;
        imageStore(velocity_y, p, vec4(faster));
    }
    if (swirl > 0.0 && is_open_x(p)) {
        precise float faster = imageLoad(velocity_x, p).x + push_between(left, p).x;
        imageStore(velocity_x, p, vec4(faster));
    }
    if (swirl > 0.0 && is_open_z(p)) {
        precise float faster = imageLoad(velocity_z, p).x + push_between(behind, p).z;
        imageStore(velocity_z, p, vec4(faster));
    }
}
