#version 430 core
// The picture, left of a slanting line as it was and right of it in grey.
layout(std430, binding = 0) restrict readonly buffer Image { uint image[]; };
layout(std430, binding = 1) restrict readonly buffer Grey { uint grey[]; };
layout(location = 2) uniform ivec4 place; // of the picture in the grid: column, row, width, height
layout(location = 3) uniform float split; // where the line crosses the middle, from 0 to 1

#include "draw/cells.glsl"

vec3 cell_colour(ivec2 cell)
{
    ivec2 p = cell - place.xy;
    if (any(lessThan(p, ivec2(0))) || any(greaterThanEqual(p, place.zw))) return OUTSIDE;
    float line = split * float(place.z) - 0.25 * (float(p.y) - 0.5 * float(place.w));
    int i = p.y * place.z + p.x;
    uint pixel = float(p.x) < line ? image[i] : grey[i];
    return unpackUnorm4x8(pixel).rgb;
}
