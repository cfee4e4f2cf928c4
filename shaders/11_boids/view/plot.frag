#version 430 core
// The order parameter over time, from the history on the GPU: 0 at the bottom, 1 at the top.
#include "11_boids/slots.h"
#include "draw/slots.h"

layout(location = DRAW_RECTANGLE) uniform vec4 rectangle; // left, top, width, height in pixels of the picture
layout(location = FRAMES) uniform vec4 frames; // the first and the last one shown, the picture's height, boids
layout(location = 0) out vec4 pixel;

layout(std430, binding = HISTORY) restrict readonly buffer History { vec4 history[]; };

float order_after(uint frame) // from 0
{
    vec3 sum = vec3(0.0);
    for (uint part = 0u; part < uint(PARTS); part++) sum += history[frame % uint(HISTORY_FRAMES) * uint(PARTS) + part].xyz;
    return length(sum) / frames.w;
}

void main()
{
    vec2 at = (vec2(gl_FragCoord.x, frames.z - gl_FragCoord.y) - rectangle.xy) / rectangle.zw;
    float up = 1.0 - at.y, pixel_height = 1.0 / rectangle.w;
    float order = order_after(uint(frames.x + at.x * max(frames.y - frames.x, 0.0) + 0.5));
    vec3 colour = vec3(0.060, 0.070, 0.095);
    if (abs(fract(4.0 * up + 0.5) - 0.5) < 3.0 * pixel_height) colour = vec3(0.12, 0.135, 0.17); // quarters
    if (up < order) colour = mix(vec3(0.10, 0.22, 0.34), vec3(0.22, 0.50, 0.62), up); // NaN is below nothing
    if (abs(up - order) < 1.2 * pixel_height) colour = vec3(0.80, 0.94, 1.0);
    pixel = vec4(colour, 1.0);
}
