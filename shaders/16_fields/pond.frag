#version 430 core
// The picture: water in the light of an evening, by how it slopes. Crests catch the light, troughs are dark.
#include "16_fields/slots.h"
layout(binding = NOW) uniform sampler2D now;

#include "draw/cells.glsl"

float height(ivec2 p)
{
    return texelFetch(now, clamp(p, ivec2(0), grid_size - 1), 0).x;
}

vec3 cell_colour(ivec2 p)
{
    float across = height(p + ivec2(1, 0)) - height(p - ivec2(1, 0));
    float down = height(p + ivec2(0, 1)) - height(p - ivec2(0, 1));
    vec3 normal = normalize(vec3(-14.0 * across, -14.0 * down, 1.0));
    float light = dot(normal, normalize(vec3(-0.5, -0.6, 0.75)));
    float shine = smoothstep(0.9, 1.0, light);
    vec3 water = mix(vec3(0.01, 0.07, 0.15), vec3(0.16, 0.62, 0.68), clamp(0.42 + 1.6 * height(p), 0.0, 1.0));
    return clamp(water * (0.2 + 1.15 * light) + vec3(0.9, 0.74, 0.5) * shine * shine, 0.0, 1.0);
}
