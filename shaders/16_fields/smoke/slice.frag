#version 430 core
// The picture for now: a slice through the middle, smoke in grey and heat in red.
#include "16_fields/smoke/slots.h"
layout(binding = SMOKE) uniform sampler3D smoke;
layout(binding = HEAT) uniform sampler3D heat;
layout(location = SLICE) uniform int slice; // the z of its cells

#include "draw/cells.glsl"

vec3 cell_colour(ivec2 cell)
{
    ivec3 p = ivec3(cell.x, grid_size.y - 1 - cell.y, slice);
    float dark = texelFetch(smoke, p, 0).x, warm = texelFetch(heat, p, 0).x;
    return clamp(dark * vec3(0.75) + warm * vec3(0.6, 0.15, 0.0), 0.0, 1.0);
}
