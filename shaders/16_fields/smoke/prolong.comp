#version 430 core
// Up a level: each cell adds what the coarse cells around it have found, three quarters of the nearer, one of the further.
#include "16_fields/smoke/slots.h"
layout(local_size_x = GROUP_X, local_size_y = GROUP_Y, local_size_z = GROUP_Z) in;

layout(std430, binding = PRESSURE) restrict buffer pressure_buffer
{
    float pressure[];
};

layout(std430, binding = COARSE_PRESSURE) restrict readonly buffer coarse_buffer
{
    float coarse_pressure[];
};

layout(location = COARSE_SIZE) uniform ivec3 coarse_size;

#include "16_fields/smoke/box.glsl"
#if FINE
#include "16_fields/smoke/grid.glsl"
#endif
#include "16_fields/smoke/stencils.glsl" // of the coarse cells

// Of coarse cell q. Behind a wall, or in the ball, is what is in front of it; above the ceiling is 0.
float found(ivec3 q, float here)
{
    if (q.y >= coarse_size.y) return 0.0;
    if (any(lessThan(q, ivec3(0))) || any(greaterThanEqual(q, coarse_size))) return here;
    int i = (q.z * coarse_size.y + q.y) * coarse_size.x + q.x;
    return stencils[i].low.w > 0.0 ? coarse_pressure[i] : here;
}

float along_x(ivec3 q, int side, float here)
{
    precise float mixed = 0.75 * found(q, here) + 0.25 * found(q + ivec3(side, 0, 0), here);
    return mixed;
}

float along_xy(ivec3 q, ivec3 side, float here)
{
    precise float mixed = 0.75 * along_x(q, side.x, here) + 0.25 * along_x(q + ivec3(0, side.y, 0), side.x, here);
    return mixed;
}

void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID), q = p / 2, side = 2 * (p & 1) - 1;
    if (!is_inside(p)) return;
#if FINE
    if (openings[index_of(p)] == 0u) return;
#endif
    float here = found(q, 0.0);
    precise float mixed = 0.75 * along_xy(q, side, here) + 0.25 * along_xy(q + ivec3(0, 0, side.z), side, here);
    precise float mended = pressure[index_of(p)] + mixed;
    pressure[index_of(p)] = mended;
}
