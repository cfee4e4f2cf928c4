#version 430 core
// A row of bars, one for each number; where there are more numbers than pixels, one for each pixel,
// as high as the mean of its numbers.
layout(std430, binding = 0) restrict readonly buffer Numbers { uint numbers[]; };
layout(location = 2) uniform uint count;
layout(location = 3) uniform float top;   // the number whose bar is as high as the row
layout(location = 4) uniform uvec2 marked; // from, and up to but without

#include "draw/cells.glsl"

const uint MOST_SAMPLES = 64u; // numbers looked at for a pixel
const uint UNWRITTEN = 0xCDCDCDCDu; // what a buffer holds that no kernel wrote

uint number_at(int x) { return min(uint(float(x) / float(grid_size.x) * float(count)), count - 1u); }

vec3 cell_colour(ivec2 p)
{
    uint first = number_at(p.x), end = max(number_at(p.x + 1), first + 1u);
    uint stride = (end - first + MOST_SAMPLES - 1u) / MOST_SAMPLES, samples = 0u;
    float total = 0.0;
    for (uint i = first; i < end; i += stride, samples++)
        total += numbers[i] == UNWRITTEN ? 0.0 : float(numbers[i]);
    bool gap = float(grid_size.x) > 6.0 * float(count) && p.x > 0 && number_at(p.x - 1) != first;
    bool is_marked = end > marked.x && first < marked.y;
    float height = 1.0 - (float(p.y) + 0.5) / float(grid_size.y);
    if (gap || height > total / float(samples) / top) return is_marked ? vec3(0.13, 0.12, 0.10) : vec3(0.075, 0.082, 0.10);
    return is_marked ? mix(vec3(0.80, 0.52, 0.16), vec3(1.0, 0.80, 0.36), height)
                     : mix(vec3(0.13, 0.24, 0.45), vec3(0.36, 0.58, 0.90), height);
}
