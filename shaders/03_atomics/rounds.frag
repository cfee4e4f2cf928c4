#version 430 core
// Which counter the first invocations want in each round: one colour, one counter.
layout(location = 2) uniform uint addresses;

#include "draw/cells.glsl"
#include "03_atomics/palette.glsl"

vec3 cell_colour(ivec2 p)
{
    uint address = uint(p.x + p.y) % addresses;
    return hue_colour(float(address) / float(min(addresses, 64u)) * 0.92);
}
