#version 430 core
// Along z, there and back at once: between the two transforms, each frequency is multiplied by what a
// single mass does to it. That is the whole convolution.
// Limit: reading and writing.
#include "14_galaxy/slots.h"
#include "fft/transform.glsl"
#include "fft/lines.glsl"

layout(std430, binding = FIELD) restrict buffer Field { vec2 field[]; };
layout(std430, binding = GREEN) restrict readonly buffer Green { float green[]; };

void load(Place place, int first, int end)
{
    for (int e = first; e < end; e++) v[e] = field[place_of(place, e)];
}

void multiply(Place place)
{
    for (int e = 0; e < EACH; e++) v[e] *= green[place_of(place, e)];
}

void store(Place place, int first, int end)
{
    for (int e = first; e < end; e++) field[place_of(place, e)] = v[e].yx;
}

// [convolve]
void main()
{
    Place place = my_place();
    for (int e = 0; e < EACH; e++) v[e] = vec2(0.0);
    if (place.is_line) load(place, 0, HALF);
    if (place.is_line && !half_in) load(place, HALF, EACH);
    transform(place.room, place.t);
    if (place.is_line) multiply(place);
    for (int e = 0; e < EACH; e++) v[e] = v[e].yx; // the next is an inverse transform
    barrier(); // all have what the first transform has exchanged
    transform(place.room, place.t);
    if (place.is_line) store(place, 0, HALF);
    if (place.is_line && !half_out) store(place, HALF, EACH);
}
// [/convolve]
