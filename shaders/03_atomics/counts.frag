#version 430 core
// The cells of the box: the more particles, the brighter.
layout(std430, binding = 1) restrict readonly buffer Counts { uint counts[]; };
layout(location = 2) uniform float brightest; // particles in a cell that is white

#include "draw/cells.glsl"
#include "03_atomics/heat.glsl"

vec3 cell_colour(ivec2 p)
{
    return heat_colour(sqrt(float(counts[p.y * grid_size.x + p.x]) / brightest));
}
