#version 430 core
// What the colours of the cells mean: none on the left, on the right as many as make a cell white.
#include "03_atomics/panel.glsl"
#include "03_atomics/heat.glsl"

vec4 panel_colour(vec2 p)
{
    return vec4(heat_colour(sqrt(p.x / float(grid_size.x))), 1.0);
}
