#version 430 core
// The first transform, along x: it takes the masses as it goes, and zeros where the padding is.
// Limit: writing.
#include "fft/transform.glsl"
#include "fft/lines.glsl"

layout(location = 0) uniform int grid;
layout(location = 1) uniform float unit; // of the masses, in what the potential is to be in
layout(std430, binding = FIELD) restrict writeonly buffer Field { vec2 field[]; };
layout(std430, binding = MASSES) restrict readonly buffer Masses { uint masses[]; };

void main()
{
    Place place = my_place();
    bool is_empty = !place.is_line || place.a >= uint(grid) || place.b >= uint(grid);
    uint first = (place.b * uint(grid) + place.a) * uint(grid);
    for (int e = 0; e < EACH; e++) {
        uint i = element(place, e);
        v[e] = is_empty || i >= uint(grid) ? vec2(0.0) : vec2(float(masses[first + i]) * unit, 0.0);
    }
    transform(place.room, place.t);
    if (place.is_line)
        for (int e = 0; e < EACH; e++) field[place.first + element(place, e)] = v[e];
}
