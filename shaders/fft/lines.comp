#version 430 core
// Transforms lines of complex numbers in place. A group reads all of its lines before it writes one.
// Limit: reading and writing.
#include "fft/slots.h"
#include "fft/transform.glsl"
#include "fft/lines.glsl"

layout(location = FFT_INVERSE) uniform uint inverse; // 1: from frequencies back
layout(location = FFT_SCALE) uniform float scale;    // of the results: 1, or 1 / LENGTH on the way back

layout(std430, binding = FFT_NUMBERS) restrict buffer Numbers { vec2 numbers[]; };

void load(Place place, int first, int end)
{
    for (int e = first; e < end; e++) v[e] = numbers[place_of(place, e)];
}

void store(Place place, int first, int end)
{
    for (int e = first; e < end; e++)
        numbers[place_of(place, e)] = scale * (inverse == 1u ? v[e].yx : v[e]);
}

void main()
{
    Place place = my_place();
    for (int e = 0; e < EACH; e++) v[e] = vec2(0.0);
    if (place.is_line) load(place, 0, HALF);
    if (place.is_line && !half_in) load(place, HALF, EACH);
    if (inverse == 1u)
        for (int e = 0; e < EACH; e++) v[e] = v[e].yx;
    transform(place.room, place.t);
    if (place.is_line) store(place, 0, HALF);
    if (place.is_line && !half_out) store(place, HALF, EACH);
}
