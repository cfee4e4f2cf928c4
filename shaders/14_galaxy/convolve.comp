#version 430 core
// Along z, there and back at once: between the two transforms, each frequency is multiplied by what a
// single mass does to it. That is the whole convolution.
// Limit: reading and writing.
#include "fft/transform.glsl"
#include "fft/lines.glsl"

layout(std430, binding = FIELD) restrict buffer Field { vec2 field[]; };
layout(std430, binding = GREEN) restrict readonly buffer Green { float green[]; };

// [convolve]
void main()
{
    Place place = my_place();
    for (int e = 0; e < EACH; e++) {
        uint i = element(place, e);
        v[e] = place.is_line && i < from ? field[place.first + i * stride] : vec2(0.0);
    }
    transform(place.room, place.t);
    for (int e = 0; e < EACH; e++) {
        uint i = place.is_line ? place.first + element(place, e) * stride : 0u;
        v[e] = (v[e] * green[i]).yx; // the next is an inverse transform
    }
    barrier(); // all have what the first transform has exchanged
    transform(place.room, place.t);
    for (int e = 0; e < EACH; e++) {
        uint i = element(place, e);
        if (place.is_line && i < to) field[place.first + i * stride] = v[e].yx;
    }
}
// [/convolve]
