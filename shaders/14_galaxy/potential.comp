#version 430 core
// The last transform, back along x: what comes out is the potential, of which the nodes' part is kept.
// Limit: reading.
#include "fft/transform.glsl"
#include "fft/lines.glsl"

layout(location = 0) uniform int grid;
layout(std430, binding = FIELD) restrict readonly buffer Field { vec2 field[]; };
layout(std430, binding = POTENTIAL) restrict writeonly buffer Potential { float potential[]; };

void main()
{
    Place place = my_place();
    for (int e = 0; e < EACH; e++)
        v[e] = place.is_line ? field[place.first + element(place, e)].yx : vec2(0.0);
    transform(place.room, place.t);
    if (!place.is_line || place.a >= uint(grid) || place.b >= uint(grid)) return;
    uint first = (place.b * uint(grid) + place.a) * uint(grid);
    for (int e = 0; e < EACH; e++) {
        uint i = element(place, e);
        if (i < uint(grid)) potential[first + i] = v[e].y;
    }
}
