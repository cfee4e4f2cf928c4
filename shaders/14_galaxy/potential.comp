#version 430 core
// The last transform, back along x: what comes out is the potential; only the nodes' part of it is kept.
// Limit: reading.
#include "14_galaxy/slots.h"
#include "fft/transform.glsl"
#include "fft/lines.glsl"

layout(location = FIELD_GRID) uniform int grid;
layout(std430, binding = FIELD) restrict readonly buffer Field { vec2 field[]; };
layout(std430, binding = POTENTIAL) restrict writeonly buffer Potential { float potential[]; };

void store(Place place, int first, int end)
{
    uint line = (place.b * uint(grid) + place.a) * uint(grid);
    for (int e = first; e < end; e++) potential[line + element(place, e)] = v[e].y;
}

void main()
{
    Place place = my_place();
    for (int e = 0; e < EACH; e++) v[e] = vec2(0.0);
    if (place.is_line)
        for (int e = 0; e < EACH; e++) v[e] = field[place_of(place, e)].yx;
    transform(place.room, place.t);
    if (!place.is_line || place.a >= uint(grid) || place.b >= uint(grid)) return;
    store(place, 0, HALF);
    if (grid == LENGTH) store(place, HALF, EACH); // where there is no padding
}
