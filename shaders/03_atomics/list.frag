#version 430 core
// Above, the values that are kept, coloured by where they stand, or of equal values all, coloured by their kind;
// below, the list that they went into, in the same colours.
layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict readonly buffer Length { uint length_of_list; };
layout(std430, binding = 2) restrict readonly buffer List { uint list[]; };
layout(location = 2) uniform uint count;
layout(location = 3) uniform uint limit;
layout(location = 4) uniform ivec2 rows; // those of the values, those from there to the list
layout(location = 5) uniform bool has_kinds;

#include "draw/cells.glsl"
#include "03_atomics/palette.glsl"

vec3 place_colour(uint i)
{
    if (has_kinds) return hue_colour(float(i < count ? values[i] : 0u) / 16777216.0);
    return hue_colour(0.9 * float(i) / float(max(count, 1u)));
}

vec3 cell_colour(ivec2 p)
{
    uint i = uint(p.y * grid_size.x + p.x);
    if (p.y < rows.x) {
        if (i >= count) return OUTSIDE;
        return values[i] < limit ? place_colour(i) : vec3(0.085, 0.10, 0.15);
    }
    if (p.y < rows.x + rows.y) return OUTSIDE;
    uint place = uint((p.y - rows.x - rows.y) * grid_size.x + p.x);
    return place < length_of_list ? place_colour(list[place]) : OUTSIDE;
}
