#version 430 core
// The picture of `waves`: blue below, white above, and lit from the left.
layout(std430, binding = 0) restrict readonly buffer Cells { int cells[]; };
#include "draw/cells.glsl"

vec3 cell_colour(ivec2 p)
{
    int here = cells[p.y * grid_size.x + p.x];
    int left = cells[p.y * grid_size.x + (p.x > 0 ? p.x : grid_size.x) - 1];
    float height = float(here) / float(DROP), slope = float(here - left) / float(DROP);
    vec3 colour = mix(vec3(0.02, 0.10, 0.24), vec3(0.55, 0.78, 0.95), clamp(0.35 + 1.2 * height, 0.0, 1.0));
    return colour * clamp(1.0 + 18.0 * slope, 0.35, 1.9);
}
