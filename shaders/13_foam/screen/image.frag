#version 430 core
// One of the images that the water is made of.
#include "13_foam/slots.h"
#include "water/pool/eye.glsl"
#include "13_foam/screen/surface.glsl"
layout(binding = NORMALS_UNIT) uniform sampler2D normals;
layout(binding = THICKNESS_UNIT) uniform sampler2D thickness;
layout(location = SHOWN) uniform int shown; // VIEW_NORMALS and so on
layout(location = 0) out vec4 pixel;

const vec3 DARK = vec3(0.055, 0.060, 0.075);
const float NEAR = 10.0, FAR = 22.0, THICKEST = 10.0; // m

// From light to dark, with a line at every quarter of a metre: lines show whether a surface is smooth.
vec3 distance_colour(float metres)
{
    vec3 colour = mix(vec3(0.98, 0.92, 0.78), vec3(0.10, 0.16, 0.32), smoothstep(NEAR, FAR, metres));
    float from_line = 0.25 * abs(fract(4.0 * metres + 0.5) - 0.5);
    return colour * (0.65 + 0.35 * smoothstep(0.0, 0.03, from_line));
}

void main()
{
    float near = nearness_at(ivec2(gl_FragCoord.xy));
    vec3 colour = near > 0.0 ? distance_colour(1.0 / near) : DARK;
    vec4 normal = texelFetch(normals, ivec2(gl_FragCoord.xy), 0);
    if (shown == VIEW_NORMALS) colour = normal.w > 0.0 ? 0.5 + 0.5 * normal.xyz : DARK;
    float metres = texture(thickness, gl_FragCoord.xy / picture_size).r;
    if (shown == VIEW_THICKNESS) colour = mix(DARK, vec3(0.75, 0.95, 1.0), sqrt(clamp(metres / THICKEST, 0.0, 1.0)));
    pixel = vec4(colour, 1.0);
}
