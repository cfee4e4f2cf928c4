#version 430 core
// How many there are, how many were counted and how many are missing; below, a bar whose full length
// is what there is to count.
layout(std430, binding = 1) restrict readonly buffer Total { uint total; };
layout(location = 2) uniform uint expected;

#include "03_atomics/panel.glsl"
#include "03_atomics/digits.glsl"

const float DOT = 8.0;
const float COLUMN = 352.0; // units from one number to the next

// A number of dots, its right end `right` units from the panel's left edge.
bool is_lit(uint number, float right, vec2 p)
{
    vec2 from_right = vec2(right - p.x, p.y) / DOT;
    return digit_dot(number, ivec2(floor(from_right))) && length(fract(from_right) - 0.5) < 0.46;
}

vec4 panel_colour(vec2 p)
{
    const vec3 GOOD = vec3(0.45, 0.85, 0.60), BAD = vec3(0.95, 0.36, 0.33), AMBER = vec3(0.98, 0.70, 0.28);
    vec3 lit = total == expected ? GOOD : BAD;
    if (is_lit(expected, 0.8 * COLUMN, p)) return vec4(AMBER, 1.0);
    if (is_lit(total, 1.8 * COLUMN, p)) return vec4(lit, 1.0);
    if (is_lit(expected - total, 2.8 * COLUMN, p)) return vec4(lit, 1.0);

    float y = p.y - 5.0 * DOT - 12.0;
    if (y < 0.0 || y >= 14.0) return vec4(0.0);
    float share = expected > 0u ? float(total) / float(expected) : 1.0;
    return vec4(p.x < share * float(grid_size.x) ? lit : vec3(0.12, 0.14, 0.19), 1.0);
}
