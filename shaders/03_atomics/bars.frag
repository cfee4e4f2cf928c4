#version 430 core
// What the counters hold: as many of them as there is room for, two units each or more.
layout(std430, binding = 1) restrict readonly buffer Counters { uint counters[]; };
layout(location = 2) uniform uint addresses;
layout(location = 3) uniform uint stride;
layout(location = 4) uniform float highest; // the count that fills the panel

#include "03_atomics/panel.glsl"
#include "03_atomics/palette.glsl"

vec4 panel_colour(vec2 p)
{
    uint shown = min(addresses, uint(grid_size.x) / 2u);
    float at = p.x / float(grid_size.x) * float(shown);
    uint address = uint(at);
    float share = float(counters[address * stride]) / highest;
    float up = 1.0 - p.y / float(grid_size.y);
    if (up > share) return vec4(0.075, 0.083, 0.105, 1.0);
    float gap = fract(at) * float(grid_size.x) / float(shown) < 1.0 && shown > 1u ? 0.6 : 1.0;
    return vec4(hue_colour(float(address % 64u) / float(min(addresses, 64u)) * 0.92) * gap, 1.0);
}
