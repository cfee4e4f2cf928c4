#version 430 core
// Lines of complex numbers, element 0 in the middle: above zero amber, below it blue, by the real part;
// the imaginary part makes it pale. Frequencies by the logarithm, because the first outweighs all others.
#include "14_galaxy/slots.h"

layout(std430, binding = NUMBERS) restrict readonly buffer Numbers { vec2 numbers[]; };
layout(location = SHOWS_FREQUENCIES) uniform uint shows_frequencies;

#include "draw/cells.glsl"

vec3 cell_colour(ivec2 cell)
{
    vec2 x = numbers[cell.y * grid_size.x + (cell.x + grid_size.x / 2) % grid_size.x];
    float size = length(x), shown = shows_frequencies == 1u ? log2(1.0 + 4.0 * size) / 9.0 : 0.85 * size;
    vec3 hue = x.x >= 0.0 ? vec3(1.0, 0.74, 0.32) : vec3(0.30, 0.56, 1.0);
    hue = mix(hue, vec3(0.9), 0.6 * abs(x.y) / max(size, 1e-6));
    return mix(vec3(0.03, 0.034, 0.055), hue, clamp(shown, 0.0, 1.0));
}
