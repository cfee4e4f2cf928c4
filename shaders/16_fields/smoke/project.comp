#version 430 core
// Air flows from high pressure to low: what is left has no divergence.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(r32f, binding = NEXT_X) restrict uniform image3D velocity_x;
layout(r32f, binding = NEXT_Y) restrict uniform image3D velocity_y;
layout(r32f, binding = NEXT_Z) restrict uniform image3D velocity_z;

layout(std430, binding = PRESSURE) restrict readonly buffer pressure_buffer
{
    float pressure[];
};

#include "16_fields/smoke/grid.glsl"

// Only open faces ask: beyond one is air, or what lies above the ceiling.
float pressure_of(ivec3 p)
{
    return p.y < size.y ? pressure[index_of(p)] : 0.0;
}

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    if (any(greaterThanEqual(p, size + ivec3(0, 1, 0)))) return;
    precise float slower;
    if (is_open_x(p)) {
        slower = imageLoad(velocity_x, p).x - (pressure_of(p) - pressure_of(p - ivec3(1, 0, 0)));
        imageStore(velocity_x, p, vec4(slower));
    }
    if (is_open_y(p)) {
        slower = imageLoad(velocity_y, p).x - (pressure_of(p) - pressure_of(p - ivec3(0, 1, 0)));
        imageStore(velocity_y, p, vec4(slower));
    }
    if (is_open_z(p)) {
        slower = imageLoad(velocity_z, p).x - (pressure_of(p) - pressure_of(p - ivec3(0, 0, 1)));
        imageStore(velocity_z, p, vec4(slower));
    }
}
