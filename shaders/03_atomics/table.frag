#version 430 core
// What the first groups have found: a row for a group, a column for a variable. Words of bits are shown
// as lamps, everything else as numbers.
layout(std430, binding = 1) restrict readonly buffer Results { uint results[]; }; // groups x RESULTS
layout(location = 2) uniform uint group_count;
layout(location = 3) uniform vec2 cell; // size of one, in units

#include "03_atomics/panel.glsl"
#include "03_atomics/digits.glsl"

const uint SEEN = 7u, LEFT = 9u, LAMPS = 11u; // as in operations.glsl
const float DOT = 2.0;

vec3 column_colour(uint column)
{
    if (column < 3u) return vec3(0.98, 0.78, 0.40);
    if (column < 7u) return vec3(0.47, 0.76, 0.92);
    if (column < 13u) return vec3(0.80, 0.62, 0.95);
    return vec3(0.45, 0.85, 0.60);
}

vec4 panel_colour(vec2 p)
{
    uint column = uint(p.x / cell.x), row = uint(p.y / cell.y);
    if (row >= group_count || column >= uint(RESULTS)) return vec4(0.0);
    vec2 inside = p - vec2(column, row) * cell;
    if (inside.x < 1.0 || inside.y < 1.0) return vec4(0.0);
    vec4 colour = vec4(row % 2u == 0u ? vec3(0.085, 0.093, 0.118) : vec3(0.072, 0.079, 0.10), 1.0);
    uint value = results[row * RESULTS + column];
    vec3 lit = column_colour(column);
    if (column == SEEN || column == LEFT || column == LAMPS) { // 8 x 4 lamps, bit 0 at the upper left
        vec2 lamp = (inside - vec2(5.0, 6.0)) / 9.5;
        if (any(lessThan(lamp, vec2(0.0))) || lamp.x >= 8.0 || lamp.y >= 4.0) return colour;
        bool on = (value >> (uint(lamp.y) * 8u + uint(lamp.x)) & 1u) != 0u;
        if (length(fract(lamp) - 0.5) < 0.38) colour.rgb = on ? lit : vec3(0.15, 0.16, 0.20);
        return colour;
    }
    vec2 from_right = vec2(cell.x - 5.0 - inside.x, inside.y - 0.5 * (cell.y - 10.0)) / DOT;
    if (digit_dot(value, ivec2(floor(from_right)))) colour.rgb = lit;
    return colour;
}
