#version 430 core
// The history as a chart: kinetic, elastic and potential energy, one upon the other, as shares of what
// they were together after the first frame; and the largest density as a line.
#include "09_sph/slots.h"
#include "draw/slots.h"
#include "water/slots.h"

layout(location = DRAW_RECTANGLE) uniform vec4 rectangle; // left, top, width, height in pixels of the picture
layout(location = FRAMES) uniform vec3 frames; // the first and the last frame shown, and the height of the picture
layout(location = 0) out vec4 pixel;

struct Figures {
    vec4 sums;    // kinetic, potential, elastic energy; particles lost
    vec4 largest; // density, x, y, speed
};
layout(std430, binding = WATER_HISTORY) restrict readonly buffer History { Figures history[]; };

Figures figures_of(uint frame) // from 0
{
    Figures all = Figures(vec4(0.0), vec4(0.0));
    for (uint part = 0u; part < WATER_PARTS; part++) {
        Figures one = history[frame % WATER_FRAMES * WATER_PARTS + part];
        all.sums += one.sums;
        all.largest = max(all.largest, one.largest);
    }
    return all;
}

void main()
{
    vec2 place = (vec2(gl_FragCoord.x, frames.z - gl_FragCoord.y) - rectangle.xy) / rectangle.zw;
    float up = 1.0 - place.y, share_of_pixel = 1.0 / rectangle.w;
    vec4 start = figures_of(uint(frames.x)).sums;
    float whole = max(start.x + start.y + start.z, 1e-6) * 1.05;
    uint frame = uint(frames.x + place.x * max(frames.y - frames.x, 1.0) + 0.001);
    Figures now = figures_of(frame), before = figures_of(max(frame, uint(frames.x) + 1u) - 1u);
    float kinetic = now.sums.x / whole, elastic = kinetic + now.sums.z / whole, all = elastic + now.sums.y / whole;
    vec3 colour = vec3(0.10, 0.11, 0.135);
    if (up < all) colour = vec3(0.13, 0.30, 0.46);     // potential
    if (up < elastic) colour = vec3(0.93, 0.62, 0.25); // elastic
    if (up < kinetic) colour = vec3(0.30, 0.72, 0.78); // kinetic
    vec2 density = (vec2(now.largest.x, before.largest.x) - 1.0) / 0.5; // the whole height is 50 %
    float low = min(density.x, density.y), high = max(density.x, density.y);
    if (up > low - 0.9 * share_of_pixel && up < high + 0.9 * share_of_pixel) colour = vec3(1.0, 0.92, 0.80);
    pixel = vec4(colour, 1.0);
}
