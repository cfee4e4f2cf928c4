#version 430 core
// A matrix as a field of colours: blue below zero, amber above, dark at zero.
layout(std430, binding = 0) restrict readonly buffer Matrix { float matrix[]; };
layout(location = 8) uniform ivec2 size; // n, floats from row to row
layout(location = 9) uniform vec2 range; // the value that has the full colour; the panel's side

#include "02_shared/panel.glsl"

void main()
{
    ivec2 p = min(ivec2(panel_position() / range.y * float(size.x)), size.x - 1);
    float value = clamp(matrix[p.y * size.y + p.x] / range.x, -1.0, 1.0);
    vec3 full = value < 0.0 ? vec3(0.30, 0.60, 0.98) : vec3(1.00, 0.70, 0.28);
    pixel = vec4(mix(vec3(0.075, 0.08, 0.10), full, sqrt(abs(value))), 1.0);
}
