#version 430 core
// The histogram over its picture, as light: where the curves of red, green and blue overlap, their
// colours add up.
layout(std430, binding = 1) restrict readonly buffer Histogram { uint histogram[]; }; // planes x BINS
layout(location = 2) uniform uint planes;
layout(location = 3) uniform float peak; // the count that is as high as the panel

#include "03_atomics/panel.glsl"

const float TOP = 30.0; // units above the highest bin, over which the picture fades
const float MARGIN = 40.0, AXIS = 24.0;
// A bin is 75/16 units wide, so that at 1280 x 800 the middles of pixels lie where bins and their gaps
// begin, and rounding would decide. Half of the smallest step from a middle to the next such place:
const float ASIDE = 0.5 / 75.0; // in bins

// How high a bin is; the square root lets the small ones be seen too.
float height_of(uint plane, int bin)
{
    float share = float(histogram[plane * BINS + uint(bin)]) / peak;
    return sqrt(clamp(share, 0.0, 1.0)) * (float(grid_size.y) - TOP - AXIS);
}

vec4 panel_colour(vec2 p)
{
    float at = (p.x - MARGIN) / (float(grid_size.x) - 2.0 * MARGIN) * float(BINS) + ASIDE; // in bins
    float up = float(grid_size.y) - AXIS - p.y;
    float dark = 0.96 * smoothstep(0.0, 0.62, p.y / float(grid_size.y));
    vec4 colour = vec4(vec3(0.055, 0.06, 0.075) * dark, dark);
    if (at < 0.0 || at >= float(BINS)) return colour;
    if (up < 0.0) // below the axis: the sample's value as grey
        return up > -5.0 || up < -19.0 ? colour : vec4(vec3(floor(at) / float(BINS - 1)), 1.0);

    const vec3 lights[3] = vec3[](vec3(1.0, 0.24, 0.26), vec3(0.22, 0.85, 0.40), vec3(0.24, 0.47, 1.0));
    float gap = fract(at) < 0.2 ? 0.6 : 1.0; // a bin is a bar
    for (uint plane = 0u; plane < planes; plane++) {
        float top = height_of(plane, int(at));
        float covered = clamp(top - up + 0.5, 0.0, 1.0); // of the pixel, by the bar
        if (covered == 0.0) continue;
        vec3 light = planes == 1u ? vec3(0.95, 0.78, 0.45) : lights[plane];
        float body = 0.10 + 0.42 * up / (float(grid_size.y) - TOP - AXIS);
        float edge = mix(body, 0.95, clamp(3.0 - (top - up), 0.0, 1.0));
        colour.rgb += light * edge * gap * covered;
    }
    return colour;
}
