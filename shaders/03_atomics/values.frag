#version 430 core
// The values, a cell each: those below the limit are lit. Bands of a shade are work groups.
layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(location = 2) uniform uint count;
layout(location = 3) uniform uint limit;
layout(location = 4) uniform uint group;

#include "draw/cells.glsl"

vec3 cell_colour(ivec2 p)
{
    uint i = uint(p.y * grid_size.x + p.x);
    if (i >= count) return OUTSIDE;
    float shade = (i / group) % 2u == 0u ? 1.0 : 0.72;
    if (values[i] >= limit) return vec3(0.085, 0.10, 0.15) * shade;
    return vec3(0.98, 0.70, 0.28) * shade;
}
