#version 430 core
// The first transform, along x: it takes the masses as it goes, and zeros where the padding is.
// Limit: writing.
#include "14_galaxy/slots.h"
#include "fft/transform.glsl"
#include "fft/lines.glsl"

layout(location = FIELD_GRID) uniform int grid;
layout(location = UNIT) uniform float unit; // of the masses, in what the potential is to be in
layout(std430, binding = FIELD) restrict writeonly buffer Field { vec2 field[]; };
layout(std430, binding = MASSES) restrict readonly buffer Masses { uint masses[]; };

void load(Place place, int first, int end)
{
    uint line = (place.b * uint(grid) + place.a) * uint(grid);
    for (int e = first; e < end; e++) v[e] = vec2(float(masses[line + element(place, e)]) * unit, 0.0);
}

void main()
{
    Place place = my_place();
    bool has_mass = place.is_line && place.a < uint(grid) && place.b < uint(grid);
    for (int e = 0; e < EACH; e++) v[e] = vec2(0.0);
    if (has_mass) load(place, 0, HALF);
    if (has_mass && grid == LENGTH) load(place, HALF, EACH); // where there is no padding
    transform(place.room, place.t);
    if (place.is_line)
        for (int e = 0; e < EACH; e++) field[place.first + element(place, e)] = v[e]; // along x: a stride of 1
}
