#version 430 core
// The samples as a picture: three planes in colour, one in grey.
layout(std430, binding = 0) restrict readonly buffer Samples { uint samples[]; };
layout(location = 2) uniform uint planes;
layout(location = 3) uniform uint plane_words;
layout(location = 4) uniform uint count; // samples in a plane

#include "draw/cells.glsl"

float sample_at(uint plane, uint i)
{
    return float(samples[plane * plane_words + i / 4u] >> 8u * (i % 4u) & 255u) / 255.0;
}

vec3 cell_colour(ivec2 p)
{
    uint i = uint(p.y * grid_size.x + p.x);
    if (i >= count) return OUTSIDE;
    if (planes == 1u) return vec3(0.25 + 0.5 * sample_at(0u, i));
    return vec3(sample_at(0u, i), sample_at(1u, i), sample_at(2u, i));
}
