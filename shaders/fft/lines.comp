#version 430 core
// Transforms lines of complex numbers in place. A group reads all of its lines before it writes one.
// Limit: reading and writing.
#include "fft/transform.glsl"
#include "fft/lines.glsl"

layout(location = 0) uniform uint inverse; // 1: from frequencies back
layout(location = 1) uniform float scale;  // of the results: 1, or 1 / LENGTH on the way back

layout(std430, binding = 0) restrict buffer Numbers { vec2 numbers[]; };

void main()
{
    Place place = my_place();
    for (int e = 0; e < EACH; e++) {
        uint i = element(place, e);
        v[e] = place.is_line && i < from ? numbers[place.first + i * stride] : vec2(0.0);
        if (inverse == 1u) v[e] = v[e].yx;
    }
    transform(place.room, place.t);
    for (int e = 0; e < EACH; e++) {
        uint i = element(place, e);
        if (place.is_line && i < to)
            numbers[place.first + i * stride] = scale * (inverse == 1u ? v[e].yx : v[e]);
    }
}
