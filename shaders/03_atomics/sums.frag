#version 430 core
// The last HISTORY sums, the oldest on the left, and how far each is from the exact one.
layout(std430, binding = 1) restrict readonly buffer Sums { uint sums[]; }; // HISTORY x 2
layout(location = 2) uniform int oldest;       // row
layout(location = 3) uniform int filled;       // rows
layout(location = 4) uniform bool is_float;
layout(location = 5) uniform vec2 exact;       // as a float, and what that leaves over
layout(location = 6) uniform uvec2 steps;      // as fixed point: the low and the high word,
layout(location = 7) uniform vec2 step_size;   // 2^-bits, and the part of a step that they leave over
layout(location = 8) uniform float range;      // from the middle of the panel to its edge
layout(location = 9) uniform int bits;         // behind the point, in fixed point

#include "03_atomics/panel.glsl"
#include "03_atomics/digits.glsl"

float deviation_of(int row)
{
    if (is_float) return (uintBitsToFloat(sums[2 * row]) - exact.x) - exact.y;
    if (sums[2 * row + 1] != steps.y) return -2.0 * range; // run over: far below the panel
    return (float(int(sums[2 * row] - steps.x)) - step_size.y) * step_size.x;
}

bool is_off(float deviation) { return abs(deviation) > range; }

// The last sum, where it is so far off that the picture should show what has become of it.
bool is_in_number(vec2 p)
{
    int row = (oldest + filled - 1) % HISTORY;
    if (filled == 0 || is_float || !is_off(deviation_of(row))) return false;
    vec2 from_right = vec2(420.0 - p.x, p.y - 21.0) / 3.0; // dots of 3 units
    return digit_dot(sums[2 * row] >> uint(bits), ivec2(floor(from_right)));
}

vec4 panel_colour(vec2 p)
{
    vec2 size = vec2(grid_size);
    vec4 colour = vec4(0.075, 0.083, 0.105, 1.0);
    float grid = mod(p.y - 0.5 * size.y, size.y / 8.0);
    if (grid < 1.0) colour.rgb += 0.035;
    if (abs(p.y - 0.5 * size.y) < 1.0) colour.rgb = vec3(0.40, 0.62, 0.50);

    if (is_in_number(p)) return vec4(0.95, 0.36, 0.33, 1.0);
    int place = int(p.x / size.x * float(HISTORY));
    if (place >= filled) return colour;
    float deviation = deviation_of((oldest + place) % HISTORY);
    float up = clamp(deviation / range, -0.97, 0.97) * 0.5 * size.y;
    vec2 middle = vec2((float(place) + 0.5) * size.x / float(HISTORY), 0.5 * size.y - up);
    vec3 lit = is_off(deviation) ? vec3(0.95, 0.36, 0.33) : vec3(0.98, 0.78, 0.40);
    bool stalk = abs(p.x - middle.x) < 1.0 && (p.y - middle.y) * (p.y - 0.5 * size.y) < 0.0;
    if (stalk) colour.rgb = mix(colour.rgb, lit, 0.35);
    colour.rgb = mix(colour.rgb, lit, clamp(6.5 - length(p - middle), 0.0, 1.0));
    return colour;
}
